export type Difference = { removed: string[]; added: string[] }

/** Returns the lines that only one of two texts has; undefined if the texts are equal. */
export const differenceOf = (before: string, after: string): Difference | undefined => {
  // Git may have converted line breaks for Windows.
  const [old, fresh] = [before, after].map((text) => text.replaceAll('\r\n', '\n')) as [string, string]
  if (old === fresh) return undefined
  return { removed: linesBeyond(old, fresh), added: linesBeyond(fresh, old) }
}

const linesBeyond = (text: string, other: string): string[] => {
  const counts = new Map<string, number>()
  for (const line of other.split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1)
  return text.split('\n').filter((line) => {
    const left = counts.get(line) ?? 0
    counts.set(line, left - 1)
    return left <= 0 && line.trim() !== ''
  })
}
