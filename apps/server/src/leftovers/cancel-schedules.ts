import type { Flag, ProposalId, ScheduleId } from '@bunting/contract'
import { type AuditDraft, proposalRejected } from '../rules/audit/audit.ts'
import { scheduleCancelled } from '../rules/audit/schedules.ts'
import { type Proposal, type Reviewer, requirePending, review } from '../rules/changes/proposals.ts'
import { cancel, type EndedSchedule, isLive, type Schedule } from '../rules/changes/schedules.ts'
import { isoTime } from '../store/core/list.ts'
import type { Tables } from '../store/store.ts'

type Cancelled = { cancelled: EndedSchedule[]; audit: AuditDraft[] }

/** Cancels the schedules that have not ended, and rejects the pending proposals of those that were never approved. */
export const cancelSchedules = async (
  by: Reviewer,
  tx: Tables,
  schedules: readonly Schedule[],
  reasonOf: (schedule: Schedule) => string,
): Promise<Cancelled> => {
  const nowUs = await tx.clock.nowUs()
  // Proposals before schedules: the order in which an approval locks them.
  const proposals = new Map<ProposalId, Proposal>()
  for (const id of schedules.flatMap(({ proposalId }) => proposalId ?? []).toSorted()) {
    proposals.set(id, await tx.proposals.lock(id))
  }
  const resumes = new Map<ScheduleId, Proposal>()
  for (const { id, ...place } of schedules) {
    const waiting = await tx.proposals.lockResume(place)
    if (waiting) resumes.set(id, waiting)
  }
  const flags = await tx.flags.findByIds(schedules.map(({ flagId }) => flagId))
  const cancelled: EndedSchedule[] = []
  const audit: AuditDraft[] = []
  for (const id of schedules.map((schedule) => schedule.id).toSorted()) {
    const schedule = await tx.schedules.lock(id)
    if (!isLive(schedule)) continue
    const reason = reasonOf(schedule)
    const started = schedule.status === 'pending' ? proposals.get(schedule.proposalId as ProposalId) : undefined
    const proposal = started ?? resumes.get(id)
    if (proposal) {
      const rejected = review(requirePending(proposal), 'rejected', { by, at: isoTime(nowUs), note: reason })
      await tx.proposals.review(rejected)
      audit.push(proposalRejected(rejected))
    }
    const ended = cancel(schedule, reason, nowUs)
    await tx.schedules.save(ended)
    cancelled.push(ended)
    audit.push(scheduleCancelled(flags.get(ended.flagId) as Flag, ended))
  }
  return { cancelled, audit }
}
