import { type EnvironmentId, limits, otherValues } from '@bunting/contract'
import { unknownFlag } from '../rules/flag-keys.ts'
import type { EventGroup } from '../store/event-log.ts'
import type { FlagDay } from '../store/usage.ts'
import type { KnownFlags } from './known-flags.ts'

type Folding = {
  day: string
  knownFlags: KnownFlags
  /** Different values that a flag's day names. */
  valuesPerDay: number
  /** Told how many values a flag's day does not name. */
  onFolded: (values: number) => void
}

/**
 * Groups of a flag come together: each becomes its day as soon as the next begins, however many there are. What is no
 * flag of the project becomes one row of the environment.
 */
export async function* foldFlags(
  pages: AsyncIterable<readonly EventGroup[]>,
  folding: Folding,
): AsyncGenerator<FlagDay, void> {
  let flag: FoldedFlag | undefined
  let unknown: FoldedUnknown | undefined
  let place: Place | undefined
  for await (const page of pages) {
    for (const group of page) {
      if (flag && !flag.has(group)) {
        yield flag.toDay()
        flag = undefined
      }
      if (unknown && unknown.environmentId !== group.environmentId) {
        yield unknown.toDay()
        unknown = undefined
      }
      place = place?.environmentId === group.environmentId ? place : await openPlace(group, folding)
      if (!place.keys.has(group.flagKey)) {
        unknown ??= openUnknown(group, folding)
        unknown.add(group)
        continue
      }
      flag ??= openFlag(group, folding)
      flag.add(group)
    }
  }
  if (flag) yield flag.toDay()
  if (unknown) yield unknown.toDay()
}

/** An environment, with the keys of the flags that it can have. */
type Place = { environmentId: string; keys: ReadonlySet<string> }

const openPlace = async ({ environmentId }: EventGroup, { knownFlags }: Folding): Promise<Place> => ({
  environmentId,
  keys: await knownFlags.now(environmentId),
})

type FoldedFlag = ReturnType<typeof openFlag>
type FoldedUnknown = ReturnType<typeof openUnknown>

const openUnknown = ({ environmentId }: EventGroup, { day }: Folding) => {
  let total = 0
  return {
    environmentId,
    add: (group: EventGroup): void => {
      total += group.total
    },
    toDay: (): FlagDay => ({
      environment_id: environmentId as EnvironmentId,
      flag_key: unknownFlag,
      day,
      total,
      rule_matches: 0,
      defaults: 0,
      errors: 0,
      value_distribution: JSON.stringify({ null: total }),
      distinct_values: 0,
      only_value: null,
    }),
  }
}

const openFlag = ({ environmentId, flagKey }: EventGroup, { day, valuesPerDay, onFolded }: Folding) => {
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

  /** The most frequent values come first. */
  const nameValue = (value: string, total: number): void => {
    const bytes = Buffer.byteLength(value)
    if (value === otherValues || named.length >= valuesPerDay || bytes > bytesLeft) return addToOthers(total)
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
      nameValue(value, total)
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
