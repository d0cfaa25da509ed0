import { type EnvironmentId, limits, otherValues } from '@bunting/contract'
import type { EventGroup } from '../store/event-log.ts'
import type { FlagDay } from '../store/usage.ts'

export type Naming = {
  day: string
  /** Different values that a flag's day names. */
  valuesPerDay: number
  /** Told how many values it does not name. */
  onFolded: (values: number) => void
}

/** One flag in one environment, group by group, the most frequent value first. */
export const openFlagDay = ({ environmentId, flagKey }: EventGroup, { day, valuesPerDay, onFolded }: Naming) => {
  const sums = { total: 0, rule_matches: 0, defaults: 0, errors: 0 }
  const named: [string, number][] = []
  const others = { values: 0, total: 0 }
  let bytesLeft: number = limits.usageValueBytes
  let someValues = 0
  let onlyValue: string | null = null

  const addToOthers = (total: number): void => {
    others.values += 1
    others.total += total
  }

  const mayBeNamed = (value: string, bytes: number): boolean =>
    named.length < valuesPerDay && bytes <= bytesLeft && value !== otherValues

  const addValue = (value: string, total: number): void => {
    const bytes = Buffer.byteLength(value)
    if (!mayBeNamed(value, bytes)) {
      addToOthers(total)
      return
    }
    bytesLeft -= bytes
    named.push([value, total])
  }

  const distribution = (): [string, number][] => {
    if (others.values === 0) return named
    // They take a place too.
    if (named.length >= valuesPerDay) addToOthers(named.pop()?.[1] ?? 0)
    onFolded(others.values)
    return [...named, [otherValues, others.total]]
  }

  return {
    has: (group: EventGroup) => group.environmentId === environmentId && group.flagKey === flagKey,
    add: ({ value, total, ruleMatches, defaults, errors }: EventGroup): void => {
      sums.total += total
      sums.rule_matches += ruleMatches
      sums.defaults += defaults
      sums.errors += errors
      addValue(value, total)
      if (value === 'null') return
      someValues += 1
      onlyValue = someValues === 1 ? value : null
    },
    toDay: (): FlagDay => ({
      environment_id: environmentId as EnvironmentId,
      flag_key: flagKey,
      day,
      ...sums,
      value_distribution: JSON.stringify(Object.fromEntries(distribution())),
      distinct_values: someValues,
      only_value: onlyValue,
    }),
  }
}
