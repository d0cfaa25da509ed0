const maxEntries = 128
const maxLength = 1_024

/**
 * Reads a text once, though a thousand conditions ask for it: a context has fewer texts than are kept here. Texts longer
 * than any from the network are read each time.
 */
export function memoize<Value>(read: (text: string) => Value | undefined): (text: string) => Value | undefined {
  const known = new Map<string, Value | undefined>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined || known.has(text)) return found
    const value = read(text)
    if (text.length > maxLength) return value
    if (known.size === maxEntries) known.clear()
    known.set(text, value)
    return value
  }
}
