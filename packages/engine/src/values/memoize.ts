const maxEntries = 128
const maxLength = 1_024

/**
 * Parses a text once, even if a thousand conditions read it: a context has fewer texts than the memo. Longer texts than any
 * from the network are parsed each time.
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
