const lineBreak = 10

/** Returns the range of the line that contains a position, without its line break. */
export const lineAround = (bytes: Buffer, at: number): { start: number; end: number } => {
  const end = bytes.indexOf(lineBreak, at)
  return { start: at === 0 ? 0 : bytes.lastIndexOf(lineBreak, at - 1) + 1, end: end === -1 ? bytes.length : end }
}

/** Returns a function that finds the line number of a position, from 1. It is fast for positions in ascending order. */
export const openLines = (bytes: Buffer): ((at: number) => number) => {
  let line = 1
  let { start, end } = lineAround(bytes, 0)
  return (at) => {
    for (; at > end; line++) ({ start, end } = lineAround(bytes, end + 1))
    for (; at < start; line--) ({ start, end } = lineAround(bytes, start - 1))
    return line
  }
}
