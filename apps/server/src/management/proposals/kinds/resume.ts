import { proposalApproved } from '../../../rules/audit/audit.ts'
import { scheduleResumed } from '../../../rules/audit/schedules.ts'
import type { ProposalOf, ResumeContent } from '../../../rules/changes/proposals.ts'
import { goOn } from '../../schedules/go-on.ts'
import { setDue } from '../../schedules/set-due.ts'
import type { Kind } from './kind.ts'

/** Resumes a paused schedule, including the steps whose time has passed. */
export const resume: Kind<ProposalOf<ResumeContent>> = async (context, tx, proposal) => {
  const flag = await tx.flags.lock(proposal.flagId)
  const environment = await tx.environments.lock(proposal.environmentId)
  return async (approved) => {
    const schedule = await tx.schedules.lock(proposal.scheduleId)
    const nowUs = await tx.clock.nowUs()
    const resumed = await goOn(tx, { flag, environment, plan: context.actor.plan, nowUs }, schedule)
    await tx.schedules.save(resumed)
    await setDue(tx, resumed, nowUs)
    return { audit: [proposalApproved(approved, flag), scheduleResumed(flag, resumed)] }
  }
}
