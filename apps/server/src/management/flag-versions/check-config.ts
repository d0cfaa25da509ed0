import type { EnvironmentId, Flag, FlagId, Plan, SegmentId } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import { requireFit } from '../../rules/configs/flag-schema.ts'
import { refuseReferences } from '../../rules/configs/references.ts'
import { requireGates } from '../../rules/plans.ts'
import type { Tables } from '../../store/store.ts'
import { lookUpReferences } from '../look-up-references.ts'

/** Whether a config can be the flag's in an environment, which is locked. Comes back with what it needs there. */
export const checkConfig = async (
  tx: Tables,
  plan: Plan,
  flag: Flag,
  environmentId: EnvironmentId,
  config: FlagConfig,
): Promise<readonly (FlagId | SegmentId)[]> => {
  requireGates(plan, config)
  const place = { projectId: flag.projectId, environmentId, self: flag.id }
  const { problems, needs } = await lookUpReferences(tx, place, config)
  refuseReferences(problems)
  requireFit(flag, config)
  return needs
}
