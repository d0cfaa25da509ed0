const maxKnown = 128
const longest = 1_024

/**
 * Reads a text once, though a thousand conditions ask for it: a context has fewer texts than are remembered here. What
 * is longer than any that comes over the network is read each time, and not kept.
 */
export function remember<Value>(read: (text: string) => Value | undefined): (text: string) => Value | undefined {
  const known = new Map<string, Value | undefined>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined || known.has(text)) return found
    const value = read(text)
    if (text.length > longest) return value
    if (known.size === maxKnown) known.clear()
    known.set(text, value)
    return value
  }
}
