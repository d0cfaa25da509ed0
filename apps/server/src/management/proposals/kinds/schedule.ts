import { fail } from '@bunting/contract'
import { proposalApproved } from '../../../rules/audit/audit.ts'
import { scheduleStarted } from '../../../rules/audit/schedules.ts'
import { requireTimes } from '../../../rules/changes/new-steps.ts'
import type { ProposalOf, ScheduleContent } from '../../../rules/changes/proposals.ts'
import { requireLive, start } from '../../../rules/changes/schedules.ts'
import { sayMisfit } from '../../../rules/changes/step-changes.ts'
import { requireActive } from '../../../rules/configs/flag-config.ts'
import { requireSchedules } from '../../../rules/plans.ts'
import { checkSteps } from '../../schedules/check-steps.ts'
import { requireMaker } from '../../schedules/require-maker.ts'
import { setDue } from '../../schedules/set-due.ts'
import type { Kind } from './kind.ts'

/** Starts the schedule. It makes no version yet. */
export const schedule: Kind<ProposalOf<ScheduleContent>> = async (context, tx, proposal) => {
  const flag = await tx.flags.lock(proposal.flagId)
  const environment = await tx.environments.lock(proposal.environmentId)
  return async (approved) => {
    const pending = requireLive(await tx.schedules.lock(proposal.scheduleId))
    requireSchedules(context.actor.plan, environment, pending)
    requireActive(flag)
    const nowUs = await tx.clock.nowUs()
    requireTimes(pending, nowUs)
    await requireMaker(tx, pending, nowUs)
    const latest = await tx.flagVersions.latest({ flagId: flag.id, environmentId: environment.id })
    if (!latest) return fail('CONFLICT', 'The flag has no config in this environment.')
    const { problems } = await checkSteps(tx, flag, environment.id, latest.config, pending.steps)
    const misfit = sayMisfit(problems)
    if (misfit !== undefined) fail('CONFLICT', `It can no longer be approved. ${misfit}`)
    const started = start(pending, nowUs, latest.version)
    await tx.schedules.save(started)
    await setDue(tx, started, nowUs)
    return { audit: [proposalApproved(approved, flag), scheduleStarted(flag, started)] }
  }
}
