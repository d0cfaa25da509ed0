const lineBreak = 10

/** The line that a position is in, from its first byte to its line break. */
export const lineAround = (bytes: Buffer, at: number): { start: number; end: number } => {
  const end = bytes.indexOf(lineBreak, at)
  return { start: at === 0 ? 0 : bytes.lastIndexOf(lineBreak, at - 1) + 1, end: end === -1 ? bytes.length : end }
}

/** Finds the line of a position, from 1. Positions in ascending order are fast; any other order works, too. */
export const openLines = (bytes: Buffer): ((at: number) => number) => {
  let line = 1
  let { start, end } = lineAround(bytes, 0)
  return (at) => {
    for (; at > end; line++) ({ start, end } = lineAround(bytes, end + 1))
    for (; at < start; line--) ({ start, end } = lineAround(bytes, start - 1))
    return line
  }
}
