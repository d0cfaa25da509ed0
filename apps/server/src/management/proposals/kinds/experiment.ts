import { fail } from '@bunting/contract'
import { experimentRight, lackOfRight } from '../../../rules/access/makers.ts'
import { proposalApproved } from '../../../rules/audit/audit.ts'
import { requireWaiting } from '../../../rules/changes/experiments.ts'
import type { ExperimentContent, ProposalOf } from '../../../rules/changes/proposals.ts'
import { begin } from '../../experiments/begin.ts'
import { lockAt } from '../../experiments/look-up.ts'
import type { Kind } from './kind.ts'

/** The experiment starts, in its proposer's name, and its guardrails may act. */
export const experiment: Kind<ProposalOf<ExperimentContent>> = async (context, tx, proposal) => {
  const at = await lockAt(tx, proposal)
  return async (approved) => {
    const waiting = requireWaiting(await tx.experiments.lock(proposal.experimentId))
    const by = proposal.createdBy
    const maker = (await tx.makers.find(waiting.orgId, [by])).get(by)
    const lack = lackOfRight(maker, experimentRight(waiting), Math.floor(at.nowUs / 1_000))
    if (lack !== undefined) fail('CONFLICT', `${lack} Reject the proposal, and start it again.`)
    const { audit, environments } = await begin(tx, at, context.actor.plan, waiting, { by, expectedUnits: undefined })
    return { audit: [proposalApproved(approved, at.flag), ...audit], environments }
  }
}
