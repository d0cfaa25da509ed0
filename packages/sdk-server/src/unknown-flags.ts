import type { Counted } from '@bunting/sdk-core'

const max = 1_000

/** Counts evaluations of flags that do not exist, up to a number of different keys. */
export const openUnknownFlags = () => {
  const known = new Map<string, Counted>()
  const others = countedFor('(others)')
  return {
    of: (key: unknown): Counted => {
      if (typeof key !== 'string') return others
      const counted = known.get(key) ?? (known.size < max ? countedFor(key) : others)
      if (counted !== others) known.set(key, counted)
      return counted
    },
  }
}

const countedFor = (flagKey: string): Counted => ({
  flagKey,
  flagId: undefined,
  value: null,
  reason: 'FLAG_NOT_FOUND',
  ruleId: undefined,
  variant: undefined,
  count: 0,
})
