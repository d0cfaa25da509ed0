import type { Environment, Flag } from '@bunting/contract'
import type { Deps } from '../../http/endpoint/deps.ts'
import { type AuditDraft, flagUpdated, type Why } from '../../rules/audit/audit.ts'
import { experimentStopped } from '../../rules/audit/experiments.ts'
import { stop } from '../../rules/changes/experiments.ts'
import type { FlagUpdate } from '../../rules/changes/protection.ts'
import { flagName, type Touched, touching } from '../../store/bundles/changes.ts'
import type { Tables } from '../../store/store.ts'
import type { Changed } from '../change.ts'

/** Applies an update of a flag that was already allowed. `environments` are published again. */
export const changeFlag = async (
  { nowUs }: Pick<Deps, 'nowUs'>,
  tx: Tables,
  before: Flag,
  { archived, ...fields }: FlagUpdate,
  environments: readonly Environment[],
  why: Pick<Why, 'comment'> = {},
): Promise<Changed<Flag>> => {
  const moved = archived === undefined ? {} : { archivedUs: archived ? nowUs() : null }
  const flag = await tx.flags.update(before, { ...fields, ...moved })
  const archivedAt = archived === undefined ? {} : { archivedAt: flag.archivedAt }
  const owner = fields.ownerId ? await tx.users.find(flag.orgId, fields.ownerId) : undefined
  const stopped = archived ? await stopExperiments(tx, flag) : []
  return {
    result: flag,
    audit: [flagUpdated(flag, { ...fields, ...(owner ? { owner: owner.name } : {}), ...archivedAt }, why), ...stopped],
    environments: await touchedBy(tx, flag, archived !== undefined, environments),
  }
}

/** An archived flag gives nobody a variant. */
const stopExperiments = async (tx: Tables, { id }: Flag): Promise<AuditDraft[]> => {
  const nowUs = await tx.clock.nowUs()
  const stopped = (await tx.experiments.lockRunningOf(id)).map((one) => stop(one, 'The flag was archived.', nowUs))
  for (const experiment of stopped) await tx.experiments.save(experiment)
  return stopped.map(experimentStopped)
}

/** The names that the change touches: archiving a flag or restoring it also changes which segments are needed. */
const touchedBy = async (
  tx: Tables,
  { id, key }: Flag,
  isMoved: boolean,
  environments: readonly Environment[],
): Promise<Touched[]> => {
  const ids = environments.map((environment) => environment.id)
  const segments = isMoved ? await tx.configReferences.segmentsBelow(ids, id) : undefined
  return ids.map((environmentId) => touching(environmentId, flagName(key), isMoved ? segments?.get(environmentId) : []))
}
