import { endpoints } from '@bunting/contract'
import { configProblems } from '@bunting/engine'
import { handle } from '../../http/handle.ts'
import { proposalCreated } from '../../rules/audit.ts'
import { completeConfig, requireActive } from '../../rules/flag-config.ts'
import { requireGates, requireProposals } from '../../rules/plans.ts'
import { requireProtected } from '../../rules/proposals.ts'
import { change } from '../change.ts'

export const createProposal = handle(
  endpoints.createProposal,
  (ctx) =>
    change(ctx, ctx.actor, async (tx) => {
      const flag = await tx.flags.lock(ctx.flag.id)
      const environment = await tx.environments.lock(ctx.environment.id)
      const config = completeConfig(ctx.body, ctx.body.version, () => ctx.newId('rule'))
      requireProposals(ctx.actor.plan)
      requireGates(ctx.actor.plan, config)
      requireProtected(environment)
      requireActive(flag)
      const proposal = await tx.proposals.insert(
        {
          id: ctx.newId('proposal'),
          orgId: flag.orgId,
          projectId: flag.projectId,
          flagId: flag.id,
          environmentId: environment.id,
          proposedConfig: config,
          createdBy: ctx.actor.id,
        },
        ctx.nowUs(),
      )
      return { result: proposal, audit: [proposalCreated(flag, proposal)] }
    }),
  (body, { flag }) => configProblems(body, flag.type),
)
