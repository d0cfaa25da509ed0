import { type AuditDraft, proposalRejected } from '../../rules/audit/audit.ts'
import { scheduleCancelled } from '../../rules/audit/schedules.ts'
import { requireWaiting } from '../../rules/changes/experiments.ts'
import type { ReviewedProposal } from '../../rules/changes/proposals.ts'
import { cancel, requireLive } from '../../rules/changes/schedules.ts'
import type { Tables } from '../../store/store.ts'
import { releaseParts } from '../lists/stage-parts.ts'
import { flagOf } from '../schedules/flag-of.ts'

/**
 * Writes down that they are rejected, ends the schedules that some are about, and gives experiments back as they were.
 * Answers with what to say of it.
 */
export const settleRejected = async (tx: Tables, rejected: readonly ReviewedProposal[]): Promise<AuditDraft[]> => {
  const segments = await tx.segments.findByIds(rejected.flatMap(({ segmentId }) => segmentId ?? []))
  const audit: AuditDraft[] = []
  for (const proposal of rejected) {
    await tx.proposals.review(proposal)
    audit.push(proposalRejected(proposal, proposal.segmentId && segments.get(proposal.segmentId)))
    await settleExperiment(tx, proposal)
    if (proposal.kind === 'segmentIds') await releaseParts(tx, proposal.id)
    if (proposal.kind !== 'schedule') continue
    const { reviewNote: note } = proposal
    const reason = note === null ? 'Its proposal was rejected.' : `Its proposal was rejected: ${note}`
    const schedule = requireLive(await tx.schedules.lock(proposal.scheduleId))
    const cancelled = cancel(schedule, reason, await tx.clock.nowUs())
    await tx.schedules.save(cancelled)
    audit.push(scheduleCancelled(await flagOf(tx, cancelled), cancelled))
  }
  return audit
}

/** One that was to start is a draft again; one whose variant was to be shipped goes on. */
const settleExperiment = async (tx: Tables, { id, ...proposal }: ReviewedProposal): Promise<void> => {
  if (proposal.kind === 'experiment') {
    const waiting = requireWaiting(await tx.experiments.lock(proposal.experimentId))
    await tx.experiments.save({ ...waiting, status: 'draft' })
  }
  if (proposal.kind !== undefined) return
  const shipping = await tx.experiments.lockShipping(id)
  if (shipping) await tx.experiments.save({ ...shipping, shipping: null })
}
