import { endpoints } from '@bunting/contract'
import { configProblems } from '@bunting/engine'
import { handle } from '../../http/handle.ts'
import { completeConfig, requireActive } from '../../rules/flag-config.ts'
import { requireGates, requireProposals } from '../../rules/plans.ts'
import { requireProtected } from '../../rules/proposals.ts'
import { refuseReferences } from '../../rules/references.ts'
import { change } from '../change.ts'
import { lookUpReferences } from '../look-up-references.ts'
import { propose } from './propose.ts'

export const createProposal = handle(
  endpoints.createProposal,
  (ctx) =>
    change(ctx, ctx.actor, async (tx) => {
      const flag = await tx.flags.lock(ctx.flag.id)
      const environment = await tx.environments.lock(ctx.environment.id)
      const config = completeConfig(ctx.body, ctx.body.version, () => ctx.newId('rule'))
      requireProposals(ctx.actor.plan)
      requireGates(ctx.actor.plan, config)
      const place = { projectId: flag.projectId, environmentId: environment.id }
      const { problems } = await lookUpReferences(tx, { ...place, self: flag.id }, config)
      refuseReferences(problems)
      requireProtected(environment)
      requireActive(flag)
      const content = { flagId: flag.id, proposedConfig: config }
      return propose(ctx, tx, { ...place, subject: { flag }, content })
    }),
  (body, { flag }) => configProblems(body, flag.type),
)
