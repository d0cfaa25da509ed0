import { endpoints } from '@bunting/contract'
import { configProblems } from '@bunting/engine'
import { handle } from '../../http/endpoint/handle.ts'
import { requireProtected } from '../../rules/changes/proposals.ts'
import { completeConfig, requireActive } from '../../rules/configs/flag-config.ts'
import { requireProposals } from '../../rules/plans.ts'
import { change } from '../change.ts'
import { checkConfig } from '../flag-versions/check-config.ts'
import { propose } from './propose.ts'

export const createProposal = handle(
  endpoints.createProposal,
  (ctx) =>
    change(ctx, ctx.actor, async (tx) => {
      const flag = await tx.flags.lock(ctx.flag.id)
      const environment = await tx.environments.lock(ctx.environment.id)
      const config = completeConfig(ctx.body, ctx.body.version, () => ctx.newId('rule'))
      requireProposals(ctx.actor.plan)
      await checkConfig(tx, ctx.actor.plan, flag, environment.id, config)
      requireProtected(environment)
      requireActive(flag)
      const content = { flagId: flag.id, proposedConfig: config }
      return propose(ctx, tx, {
        projectId: flag.projectId,
        environmentId: environment.id,
        subject: { flag },
        content,
        comment: ctx.body.comment,
        replaces: ctx.body.replaces,
      })
    }),
  (body, { flag }) => configProblems(body, flag.type),
)
