import type { Plan } from '@bunting/contract'
import type { FlagConfig, SegmentConfig } from '@bunting/engine'
import { requireActive } from '../../rules/configs/flag-config.ts'
import { requireFit, requireFitStill } from '../../rules/configs/flag-schema.ts'
import { refuseReferences, requireReferences } from '../../rules/configs/references.ts'
import { requireGates, requireSegments } from '../../rules/plans.ts'
import type { Needed } from '../../store/bundles/config-references.ts'
import type { Tables } from '../../store/store.ts'
import { lookUpReferences } from '../look-up-references.ts'
import type { Series, Versioned } from './series.ts'

type FlagRef = Pick<Series<Versioned>, 'subject' | 'environment'>

/**
 * Checks whether a config can be saved for a flag or segment in a locked environment, and returns the ids that it
 * references. A proposed config was valid when it was proposed, so for that one a problem is a conflict.
 */
export const checkConfig = async (
  tx: Tables,
  plan: Plan,
  { subject, environment }: FlagRef,
  config: FlagConfig | SegmentConfig,
  { isProposed = false } = {},
): Promise<readonly Needed[]> => {
  const flagConfig = 'included' in config ? undefined : config
  if (flagConfig) requireGates(plan, flagConfig)
  else requireSegments(plan)
  if (isProposed) requireActive(subject)
  const place = { projectId: subject.projectId, environmentId: environment.id, self: subject.id }
  const { problems, needs } = await lookUpReferences(tx, place, config)
  if (isProposed) requireReferences('It can no longer be approved', problems)
  else refuseReferences(problems)
  if (flagConfig && 'schema' in subject) (isProposed ? requireFitStill : requireFit)(subject, flagConfig)
  return needs
}
