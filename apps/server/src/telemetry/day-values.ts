import { hash } from 'node:crypto'
import { dayOf } from '../rules/usage/days.ts'

export type DayValues = {
  /** Whether a flag may have this value today, counting those that it had. */
  take(environmentId: string, flagKey: string, value: string): boolean
}

/** Of all flags together: past it counting begins anew, and what a day may have in bytes is the bound. */
const maxValues = 200_000
const longest = 64
/** What every flag may answer. */
const few = new Set(['true', 'false', 'null'])

/** Counts how many different values each flag has had today, in this process: at most so many. */
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
