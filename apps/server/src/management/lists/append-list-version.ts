import type { ActorId, ChangedIds, Environment, ProposalId, Segment } from '@bunting/contract'
import { largeListCost } from '@bunting/engine'
import type { Deps } from '../../http/endpoint/deps.ts'
import { type AuditDraft, segmentIdsChanged } from '../../rules/audit/audit.ts'
import { nameOf, touching } from '../../store/bundles/changes.ts'
import type { Tables } from '../../store/store.ts'
import type { Changed } from '../change.ts'
import type { PreparedChange } from './prepare-change.ts'
import { adoptParts, Overtaken, releaseParts } from './stage-parts.ts'

type By = { createdBy: ActorId; proposalId: ProposalId | null; comment?: string | undefined }

/** Stores a prepared change, if the latest version still is the one that it builds on. Everything it needs is locked. */
export const appendListVersion = async (
  { nowUs }: Pick<Deps, 'nowUs'>,
  tx: Tables,
  { segment, environment }: { segment: Segment; environment: Environment },
  prepared: PreparedChange,
  by: By,
  entry?: AuditDraft,
): Promise<Changed<ChangedIds>> => {
  const { changed, next, from, superseded } = prepared
  const place = { segmentId: segment.id, environmentId: environment.id }
  if ((await tx.segmentVersions.latestNumber(place)) !== from) throw new Overtaken()
  if (!next) return { result: changed, audit: entry ? [entry] : [] }
  const { parts, historyBytes, ...version } = next
  await adoptParts(tx, parts)
  // The whole list is deleted with the version after the next; changes stay, so only they count as stored.
  tx.kept.bytes += historyBytes
  if (superseded) await releaseParts(tx, superseded)
  const cost = largeListCost.fixed + largeListCost.perText
  const appended = await tx.listVersions.append({ ...place, ...version, cost, ...by }, nowUs())
  const told = { ...appended, environmentId: environment.id }
  return {
    result: changed,
    audit: [entry ?? segmentIdsChanged(segment, told, by)],
    environments: [touching(environment.id, nameOf(segment), [])],
  }
}
