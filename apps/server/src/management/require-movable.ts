import type { Environment, EnvironmentId } from '@bunting/contract'
import type { FlagConfig, SegmentConfig } from '@bunting/engine'
import { requireReferences, requireUnused } from '../rules/configs/references.ts'
import { isSegment, type Subject } from '../rules/configs/subject.ts'
import type { Tables } from '../store/store.ts'
import { lookUpReferences } from './look-up-references.ts'

/** How many places are read, of which each flag or segment is named once. */
const readPlaces = 200

/**
 * What others need is not archived, and what needs something that is gone does not come back. `environments` are all of
 * the project, locked with it: whoever might name it just then is waited for, or waits.
 */
export const requireMovable = async (
  tx: Tables,
  subject: Subject,
  archived: boolean,
  environments: readonly Environment[],
): Promise<void> => {
  const { id: self, key, projectId } = subject
  if (archived) return requireUnused(key, await tx.configReferences.listUsages(self, { limit: readPlaces }))
  for (const { id: environmentId, slug } of environments) {
    const config = await activeConfig(tx, subject, environmentId)
    if (!config) continue
    const { problems } = await lookUpReferences(tx, { projectId, environmentId, self }, config)
    requireReferences(`${key} cannot come back as it is in ${slug}`, problems)
  }
}

const activeConfig = async (
  tx: Tables,
  subject: Subject,
  environmentId: EnvironmentId,
): Promise<FlagConfig | SegmentConfig | undefined> => {
  const latest = isSegment(subject)
    ? await tx.segmentVersions.latest({ segmentId: subject.id, environmentId })
    : await tx.flagVersions.latest({ flagId: subject.id, environmentId })
  return latest?.config
}
