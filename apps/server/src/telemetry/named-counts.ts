import { limits, otherValues } from '@bunting/contract'

/** Counts by name, the most frequent first: callers may invent names, so their number is limited. */
export const openNamedCounts = (max: number, onFolded: (names: number) => void = () => {}) => {
  const named: [string, number][] = []
  const others = { names: 0, total: 0 }
  let bytesLeft: number = limits.usageValueBytes

  const addToOthers = (total: number): void => {
    others.names += 1
    others.total += total
  }

  return {
    add: (name: string, total: number): void => {
      const bytes = Buffer.byteLength(name)
      if (named.length >= max || bytes > bytesLeft || name === otherValues) {
        addToOthers(total)
        return
      }
      bytesLeft -= bytes
      named.push([name, total])
    },
    toJson: (): string => {
      if (others.names === 0) return JSON.stringify(Object.fromEntries(named))
      // The sum of all others takes the place of a name too.
      if (named.length >= max) addToOthers(named.pop()?.[1] ?? 0)
      onFolded(others.names)
      return JSON.stringify(Object.fromEntries([...named, [otherValues, others.total]]))
    },
  }
}
