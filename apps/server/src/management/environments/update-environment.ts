import { type Environment, endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import type { EnvironmentContent, Proposal } from '../../rules/changes/proposals.ts'
import { proposeOfEnvironment } from '../../rules/changes/protection.ts'
import { requireProposals, requireStrict } from '../../rules/plans.ts'
import { type Changed, change } from '../change.ts'
import { propose } from '../proposals/propose.ts'
import { changedEnvironment, changeEnvironment } from './change-environment.ts'

export const updateEnvironment = handle(endpoints.updateEnvironment, (ctx) =>
  change(ctx, ctx.actor, async (tx): Promise<Changed<Environment | (Proposal & EnvironmentContent)>> => {
    const before = await tx.environments.lock(ctx.environment.id)
    const update = changedEnvironment(before, ctx.body)
    if (Object.keys(update).length === 0) return { result: before, audit: [] }
    if (update.strict) requireStrict(ctx.actor.plan)
    const content = proposeOfEnvironment(before, update)
    if (!content) return changeEnvironment(ctx, tx, ctx.project.id, before, update)
    requireProposals(ctx.actor.plan)
    return propose(ctx, tx, { projectId: ctx.project.id, environmentId: before.id, content })
  }),
)
