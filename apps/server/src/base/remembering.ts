/** In characters. What is made of a text takes a few times as much. */
const maxLength = 4 * 1024 * 1024

/** Makes of a text what was made of it before. It is shared, so nobody may change it; all is forgotten when it is too much. */
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
