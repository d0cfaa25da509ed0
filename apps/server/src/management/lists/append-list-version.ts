import type { ActorId, ChangedIds, Environment, ProposalId, Segment } from '@bunting/contract'
import { largeListCost } from '@bunting/engine'
import type { Deps } from '../../http/endpoint/deps.ts'
import { type AuditDraft, segmentIdsChanged } from '../../rules/audit/audit.ts'
import { nameOf, touching } from '../../store/bundles/changes.ts'
import type { Tables } from '../../store/store.ts'
import type { Changed } from '../change.ts'
import type { PreparedChange } from './prepare-change.ts'

type By = { createdBy: ActorId; proposalId: ProposalId | null; comment?: string | undefined }

/** Writes down what was prepared. Segment and environment are locked, and the latest version is the one it goes on from. */
export const appendListVersion = async (
  { newId, nowUs }: Pick<Deps, 'newId' | 'nowUs'>,
  tx: Tables,
  { segment, environment }: { segment: Segment; environment: Environment },
  prepared: PreparedChange,
  by: By,
  entry?: AuditDraft,
): Promise<Changed<ChangedIds>> => {
  const { changed, next } = prepared
  if (!next) return { result: changed, audit: entry ? [entry] : [] }
  await prepared.write(tx)
  const place = { segmentId: segment.id, environmentId: environment.id }
  const cost = largeListCost.fixed + largeListCost.perText
  const version = await tx.segmentVersions.appendLarge(
    { ...place, id: newId('segmentVersion'), ...next, cost, ...by },
    nowUs(),
  )
  const told = { ...version, environmentId: environment.id }
  return {
    result: changed,
    audit: [entry ?? segmentIdsChanged(segment, told, by)],
    environments: [touching(environment.id, nameOf(segment), [])],
  }
}
