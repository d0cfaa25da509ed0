import { type Flag, fail, type Project } from '@bunting/contract'
import { type FlagValue, sameValue } from '@bunting/engine'
import type { KeyBearer } from '../../http/auth/actor.ts'
import type { Deps } from '../../http/endpoint/deps.ts'
import { zeroValues } from '../../rules/manifest/manifest-flag.ts'
import type { Tables } from '../../store/store.ts'
import type { Changed } from '../change.ts'
import { saveVersion } from '../versions/append-version.ts'
import { lockFlagSeries } from '../versions/series.ts'
import { environmentsOf, sourceAmong } from './environments.ts'

/**
 * Saves a default value in the environment whose default value the manifest shows, or in the first unprotected one if there is
 * none. Returns undefined if nothing changes. The flag must be locked.
 */
export const saveDefault = async (
  ctx: Pick<Deps, 'newId' | 'nowUs'> & { actor: KeyBearer; project: Project },
  tx: Tables,
  flag: Flag,
  { defaultValue, isNew }: { defaultValue: FlagValue; isNew: boolean },
): Promise<Changed<unknown> | undefined> => {
  const environments = await environmentsOf(tx, ctx.project)
  const versions = (await tx.flagVersions.latestOf([flag.id])).get(flag.id) ?? {}
  const source = sourceAmong(environments, versions)
  const before = source ? versions[source.id]?.config : undefined
  if (sameValue(before?.defaultValue ?? zeroValues[flag.type], defaultValue) && (before || !isNew)) return undefined
  const environment = source ?? environments.find((one) => !one.protected)
  if (!environment) return refuseProtected(flag, defaultValue)
  const { version, ...config } = before ?? { version: 0, enabled: false, rules: [] }
  const series = await lockFlagSeries(tx, flag.id, environment.id)
  return saveVersion({ ...ctx, body: {} }, tx, series, { ...config, version: version + 1, defaultValue })
}

/** Refuses a default value if all environments are protected, except for the value that a flag without a version has anyway. */
const refuseProtected = ({ type }: Flag, defaultValue: FlagValue): undefined => {
  if (sameValue(zeroValues[type], defaultValue)) return undefined
  const message = 'can be set where an environment is not protected: make a proposal instead'
  fail('CONFLICT', 'Every environment is protected, so that the manifest cannot set a default value.', [
    { path: 'defaultValue', message },
  ])
}
