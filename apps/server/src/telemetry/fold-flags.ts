import { type EnvironmentId, limits } from '@bunting/contract'
import type { EventGroup } from '../store/event-log.ts'
import type { FlagDay } from '../store/usage.ts'

/** Groups of a flag come together: each becomes its day as soon as the next begins, however many there are. */
export async function* foldFlags(
  pages: AsyncIterable<readonly EventGroup[]>,
  day: string,
): AsyncGenerator<FlagDay, void> {
  let flag: Flag | undefined
  for await (const page of pages) {
    for (const group of page) {
      if (flag && !flag.has(group)) {
        yield flag.toDay()
        flag = undefined
      }
      flag ??= openFlag(group, day)
      flag.add(group)
    }
  }
  if (flag) yield flag.toDay()
}

type Flag = ReturnType<typeof openFlag>

const openFlag = ({ environmentId, flagKey }: EventGroup, day: string) => {
  const sums = { total: 0, rule_matches: 0, defaults: 0, errors: 0 }
  const values: [string, number][] = []
  let someValues = 0
  let onlyValue: string | null = null
  return {
    has: (group: EventGroup) => group.environmentId === environmentId && group.flagKey === flagKey,
    add: ({ value, total, ruleMatches, defaults, errors }: EventGroup): void => {
      sums.total += total
      sums.rule_matches += ruleMatches
      sums.defaults += defaults
      sums.errors += errors
      if (values.length < limits.usageValues) values.push([value, total])
      if (value === 'null') return
      someValues += 1
      onlyValue = someValues === 1 ? value : null
    },
    toDay: (): FlagDay => ({
      environment_id: environmentId as EnvironmentId,
      flag_key: flagKey,
      day,
      ...sums,
      value_distribution: JSON.stringify(Object.fromEntries(values)),
      distinct_values: someValues,
      only_value: onlyValue,
    }),
  }
}
