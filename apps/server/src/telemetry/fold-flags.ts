import type { EnvironmentId } from '@bunting/contract'
import { unknownFlag } from '../rules/configs/flag-keys.ts'
import type { EventGroup } from '../store/tables/event-log.ts'
import type { FlagDay } from '../store/tables/usage.ts'
import { type Naming, openFlagDay } from './flag-day.ts'
import type { KnownFlags } from './known-flags.ts'

type Folding = Naming & { knownFlags: KnownFlags }

/**
 * The groups of a flag arrive together, so each flag's row is emitted when the next flag begins, however many there
 * are. All keys that are not flags of the project become one row for each environment.
 */
export async function* foldFlags(
  pages: AsyncIterable<readonly EventGroup[]>,
  folding: Folding,
): AsyncGenerator<FlagDay, void> {
  let flag: FoldedFlag | undefined
  let unknown: FoldedUnknown | undefined
  let place: FlagsOfEnvironment | undefined
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
      place = place?.environmentId === group.environmentId ? place : await openFlagsOf(group, folding)
      if (!place.keys.has(group.flagKey)) {
        unknown ??= openUnknown(group, folding)
        unknown.add(group)
        continue
      }
      flag ??= openFlagDay(group, folding)
      flag.add(group)
    }
  }
  if (flag) yield flag.toDay()
  if (unknown) yield unknown.toDay()
}

/** An environment, with the keys of all flags of its project. */
type FlagsOfEnvironment = { environmentId: string; keys: ReadonlySet<string> }

const openFlagsOf = async ({ environmentId }: EventGroup, { knownFlags }: Folding): Promise<FlagsOfEnvironment> => ({
  environmentId,
  keys: await knownFlags.now(environmentId),
})

type FoldedFlag = ReturnType<typeof openFlagDay>
type FoldedUnknown = ReturnType<typeof openUnknown>

const openUnknown = ({ environmentId }: EventGroup, { day }: Folding) => {
  let total = 0
  return {
    environmentId,
    add: ({ value, total: more }: EventGroup): void => {
      if (value !== null) total += more
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
      rule_counts: null,
    }),
  }
}
