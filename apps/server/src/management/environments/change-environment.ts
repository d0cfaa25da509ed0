import type { Environment, ProjectId } from '@bunting/contract'
import { type Actor, personOf } from '../../http/auth/actor.ts'
import type { Deps } from '../../http/endpoint/deps.ts'
import { environmentUpdated } from '../../rules/audit/audit.ts'
import { rejectUnprotected } from '../../rules/changes/proposals.ts'
import { type EnvironmentUpdate, settle } from '../../rules/changes/protection.ts'
import { isoTime } from '../../store/core/list.ts'
import type { Tables } from '../../store/store.ts'
import type { Changed } from '../change.ts'
import { changedFields } from '../changed-fields.ts'
import { settleRejected } from '../proposals/settle-rejected.ts'

/** The fields of an update that change something. An environment has `strict` and `emergency` only if they are true. */
export const changedEnvironment = (before: Environment, wanted: EnvironmentUpdate): EnvironmentUpdate =>
  changedFields({ strict: false, emergency: false, ...before }, wanted)

/** Applies an update of an environment that was already allowed. */
export const changeEnvironment = async (
  { actor, nowUs }: Pick<Deps, 'nowUs'> & { actor: Actor },
  tx: Tables,
  projectId: ProjectId,
  before: Environment,
  update: EnvironmentUpdate,
): Promise<Changed<Environment>> => {
  const changed = settle(before, update)
  const environment = await tx.environments.update(before.id, changed)
  // Pending proposals could never be approved in an environment that is no longer protected.
  const pending = changed.protected === false ? await tx.proposals.lockPending(environment.id) : []
  const by = { id: actor.id, personId: personOf(actor) }
  const rejected = pending.map((one) => rejectUnprotected(one, { by, at: isoTime(nowUs()) }))
  return {
    result: environment,
    audit: [environmentUpdated(projectId, environment, changed), ...(await settleRejected(tx, rejected))],
  }
}
