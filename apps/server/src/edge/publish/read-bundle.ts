import type { EnvironmentId } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import type { EnvironmentSnapshot, State } from '../../store/bundles/environment-snapshots.ts'
import { isLargeList } from '../../store/core/latest.ts'
import type { Store } from '../../store/store.ts'
import type { EdgeBundle, EdgeEntries, EdgePatch } from '../edge.ts'

type Entries = Pick<EdgeBundle, 'flags' | 'segments'>

/**
 * Adds a field to split boolean flags that engines from before splits do not know, so that they answer ERROR. Without
 * it they would skip the rule and answer by the next one.
 */
const markSplits = (type: string, config: string): string => {
  if (type !== 'boolean' || !config.includes('"distribution"')) return config
  const { rules, ...rest } = JSON.parse(config) as FlagConfig
  return JSON.stringify({
    ...rest,
    rules: rules.map((rule) => (rule.distribution ? { ...rule, split: 'boolean' } : rule)),
  })
}

/** Beside the config: in it, engines that do not know it would answer ERROR. */
const experimentText = (experiment: EnvironmentSnapshot['flags'][number]['experiment']): string =>
  experiment ? `,"experiment":{"ruleId":${JSON.stringify(experiment.ruleId)},"exposure":${experiment.exposure}}` : ''

/** Joins the entries from the configs' texts; few of them are parsed. */
const entriesOf = (snapshot: EnvironmentSnapshot): Entries => ({
  flags: snapshot.flags.map(
    ({ key, id, type, clientSafe, config, experiment }) =>
      [
        key,
        `{"id":${JSON.stringify(id)},"type":"${type}","clientSafe":${clientSafe},"config":${markSplits(type, config)}${experimentText(experiment)}}`,
      ] as const,
  ),
  segments: snapshot.segments.map(
    ({ key, unit, config }) =>
      [key, `{"unit":${JSON.stringify(unit)},"${isLargeList(config) ? 'large' : 'config'}":${config}}`] as const,
  ),
})

/** Bundles of environments as the store has them now. */
export const readWhole = async (
  store: Pick<Store, 'publications'>,
  ids: readonly EnvironmentId[],
): Promise<ReadonlyMap<EnvironmentId, EdgeBundle>> => {
  const bundleOf = (environmentId: EnvironmentId, snapshot: EnvironmentSnapshot): EdgeBundle => {
    const { revision, changes } = snapshot
    return { environmentId, revision, format: 2, changes, ...entriesOf(snapshot) }
  }
  const snapshots = await store.publications.readEnvironments(ids)
  return new Map(snapshots.entries().map(([id, snapshot]) => [id, bundleOf(id, snapshot)]))
}

/** The changes since a revision, or the whole bundle if they are unknown. `state` is what was just read of it. */
export const readBundle = async (
  store: Pick<Store, 'publications'>,
  environmentId: EnvironmentId,
  from: number | undefined,
  state?: State,
): Promise<EdgeBundle | EdgePatch | undefined> => {
  const patch = from === undefined ? undefined : await store.publications.readPatch(environmentId, from, state)
  if (from === undefined || !patch) return (await readWhole(store, [environmentId])).get(environmentId)
  const { revision, changes, names } = patch
  const { flags, segments } = entriesOf(patch)
  const parts = { flags: withAbsent(names, 'f:', flags), segments: withAbsent(names, 's:', segments) }
  return { environmentId, from, revision, format: 2, changes, ...parts }
}

const withAbsent = (names: readonly string[], prefix: string, present: EdgeEntries): EdgeEntries<string | null> => {
  const texts = new Map(present)
  const keys = names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
  return keys.map((key) => [key, texts.get(key) ?? null] as const)
}
