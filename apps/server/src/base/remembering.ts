/** The most characters of remembered texts. The results take a few times as much memory. */
const maxLength = 4 * 1024 * 1024

/** Memoizes `make`. The results are shared, so nobody may change them. Above the limit all are forgotten. */
export const remembering = <Made>(make: (text: string) => Made): ((text: string) => Made) => {
  const known = new Map<string, Made>()
  let length = 0
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const made = make(text)
    length += text.length
    if (length > maxLength) {
      known.clear()
      length = text.length
    }
    known.set(text, made)
    return made
  }
}
