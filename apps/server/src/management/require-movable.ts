import type { Environment, EnvironmentId } from '@bunting/contract'
import type { FlagConfig, SegmentConfig } from '@bunting/engine'
import { requireReferences, requireUnused } from '../rules/configs/references.ts'
import { isSegment, type Subject } from '../rules/configs/subject.ts'
import type { Tables } from '../store/store.ts'
import { lookUpReferences } from './look-up-references.ts'

/** The most usages that are read for the message; it names each flag or segment once. */
const readPlaces = 200

/**
 * Refuses to archive what others need, and to restore what needs something that is gone. `environments` are all of the
 * project, locked with it: so nobody can add a reference at the same time.
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
