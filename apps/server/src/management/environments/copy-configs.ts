import type { EnvironmentId, Plan, ProjectId } from '@bunting/contract'
import type { Actor } from '../../http/auth/actor.ts'
import type { Deps } from '../../http/endpoint/deps.ts'
import { includesGatedRules, requireGates, requireSegments } from '../../rules/plans.ts'
import type { Tables } from '../../store/store.ts'
import { copyLists } from '../lists/copy-lists.ts'
import { activeFlags } from '../promotions/read-promotable.ts'

/**
 * Copies the configs of flags and segments to a new environment, which nobody sees yet. The project and its flags are
 * locked: nothing is archived meanwhile, and a change of a flag in every environment will include the new one.
 */
export const copyConfigs = async (
  { actor, newId, nowUs }: Pick<Deps, 'newId' | 'nowUs'> & { actor: Actor },
  tx: Tables,
  projectId: ProjectId,
  from: EnvironmentId,
  to: EnvironmentId,
): Promise<void> => {
  await tx.environments.lock(from)
  const place = { from, to, createdBy: actor.id }
  const copied = await tx.segmentVersions.copyLatest(place, () => newId('segmentVersion'), nowUs())
  const segments = copied + (await copyLists({ actor, newId, nowUs }, tx, from, to))
  if (segments > 0) requireSegments(actor.plan)
  await requireAllGates(tx, actor.plan, projectId, from)
  await tx.flagVersions.copyLatest(place, () => newId('flagVersion'), nowUs())
  await tx.configReferences.copy(from, to, nowUs())
}

/** Configs that the plan does not include cannot be copied, though they stay in force where they are. */
const requireAllGates = async (tx: Tables, plan: Plan, projectId: ProjectId, from: EnvironmentId): Promise<void> => {
  if (includesGatedRules(plan)) return
  for await (const flags of activeFlags(tx, projectId)) {
    const latest = await tx.flagVersions.latestIn(
      from,
      flags.map(({ id }) => id),
    )
    for (const { config } of latest.values()) requireGates(plan, config)
  }
}
