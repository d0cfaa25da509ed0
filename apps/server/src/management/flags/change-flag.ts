import type { Environment, Flag } from '@bunting/contract'
import type { Deps } from '../../http/endpoint/deps.ts'
import { flagUpdated } from '../../rules/audit/audit.ts'
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
): Promise<Changed<Flag>> => {
  const moved = archived === undefined ? {} : { archivedUs: archived ? nowUs() : null }
  const flag = await tx.flags.update(before, { ...fields, ...moved })
  const archivedAt = archived === undefined ? {} : { archivedAt: flag.archivedAt }
  const owner = fields.ownerId ? await tx.users.find(flag.orgId, fields.ownerId) : undefined
  return {
    result: flag,
    audit: [flagUpdated(flag, { ...fields, ...(owner ? { owner: owner.name } : {}), ...archivedAt })],
    environments: await touchedBy(tx, flag, archived !== undefined, environments),
  }
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
