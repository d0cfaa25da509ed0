import { hash } from 'node:crypto'
import { dayOf } from '../rules/usage/days.ts'

export type DayValues = {
  /** Tells whether a flag may have this value today, and counts it if it is new. */
  take(environmentId: string, flagKey: string, value: string): boolean
}

/** The limit of all flags together: above it counting starts over, and the limit of bytes per day still holds. */
const maxValues = 200_000
const longest = 64
/** Values that are always accepted and not counted. */
const few = new Set(['true', 'false', 'null'])

/** Counts the different values of each flag today, in this process, up to a limit. */
export const openDayValues = (maxOfFlag: number, nowMs: () => number): DayValues => {
  const environments = new Map<string, Map<string, Set<string>>>()
  let day = ''
  let count = 0

  const forget = (): void => {
    environments.clear()
    count = 0
  }

  const valuesOf = (environmentId: string, flagKey: string): Set<string> => {
    const flags = environments.get(environmentId) ?? new Map<string, Set<string>>()
    const values = flags.get(flagKey) ?? new Set()
    environments.set(environmentId, flags.set(flagKey, values))
    return values
  }

  return {
    take: (environmentId, flagKey, value) => {
      if (few.has(value)) return true
      const today = dayOf(nowMs())
      if (today !== day || count >= maxValues) forget()
      day = today
      const values = valuesOf(environmentId, flagKey)
      const short = value.length > longest ? hash('sha256', value, 'base64') : value
      if (values.has(short)) return true
      if (values.size >= maxOfFlag) return false
      values.add(short)
      count += 1
      return true
    },
  }
}
