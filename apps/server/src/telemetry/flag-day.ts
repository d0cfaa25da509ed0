import { type EnvironmentId, limits } from '@bunting/contract'
import type { EventGroup } from '../store/tables/event-log.ts'
import type { FlagDay } from '../store/tables/usage.ts'
import { openNamedCounts } from './named-counts.ts'

export type Naming = {
  day: string
  /** The most different values that the figures of a flag's day name. */
  valuesPerDay: number
  /** Called with the number of values that are not named. */
  onFolded: (values: number) => void
}

/** Sums up one flag in one environment, group by group, the most frequent value or rule first. */
export const openFlagDay = ({ environmentId, flagKey }: EventGroup, { day, valuesPerDay, onFolded }: Naming) => {
  const sums = { total: 0, rule_matches: 0, defaults: 0, errors: 0 }
  const values = openNamedCounts(valuesPerDay, onFolded)
  const rules = openNamedCounts(limits.usageRules)
  let someValues = 0
  let onlyValue: string | null = null

  return {
    has: (group: EventGroup) => group.environmentId === environmentId && group.flagKey === flagKey,
    add: ({ value, ruleId, total, ruleMatches, defaults, errors }: EventGroup): void => {
      if (value === null) {
        if (ruleId !== '') rules.add(ruleId, total)
        return
      }
      sums.total += total
      sums.rule_matches += ruleMatches
      sums.defaults += defaults
      sums.errors += errors
      values.add(value, total)
      if (value === 'null') return
      someValues += 1
      onlyValue = someValues === 1 ? value : null
    },
    toDay: (): FlagDay => ({
      environment_id: environmentId as EnvironmentId,
      flag_key: flagKey,
      day,
      ...sums,
      value_distribution: values.toJson(),
      distinct_values: someValues,
      only_value: onlyValue,
      rule_counts: rules.toJson(),
    }),
  }
}
