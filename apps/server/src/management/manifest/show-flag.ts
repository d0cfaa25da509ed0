import type { Environment, Flag, FlagVersion, ManifestFlag, Project } from '@bunting/contract'
import { manifestFlagOf } from '../../rules/manifest/manifest-flag.ts'
import { isoTime } from '../../store/core/list.ts'
import type { Store } from '../../store/store.ts'
import { environmentsOf, sourceAmong } from './environments.ts'

/** Makes a flag of the manifest from its latest version in each environment. */
export const manifestFlag = (
  flag: Flag,
  versions: Readonly<Record<string, FlagVersion>>,
  environments: readonly Environment[],
): ManifestFlag => {
  const source = sourceAmong(environments, versions)
  const configs = Object.values(versions).map(({ config }) => config)
  return manifestFlagOf(flag, configs, source && versions[source.id]?.config)
}

/** Returns a flag of the manifest, and the time at which it or one of its configs last changed. */
export const showFlag = async (store: Store, project: Project, flag: Flag) => {
  const [environments, latest, entries, changes] = await Promise.all([
    environmentsOf(store, project),
    store.flagVersions.latestOf([flag.id]),
    store.auditLog.lastOf(project.id, [flag.id]),
    store.flagVersions.lastOf([flag.id]),
  ])
  const times = [...(entries.get(flag.id) ?? []), ...(changes.get(flag.id) ?? [])].map(({ atUs }) => atUs)
  const updatedAt = times.length === 0 ? flag.createdAt : isoTime(Math.max(...times))
  return { flag: manifestFlag(flag, latest.get(flag.id) ?? {}, environments), updatedAt }
}
