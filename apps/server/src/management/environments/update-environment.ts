import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'
import { environmentUpdated, proposalRejected } from '../../rules/audit.ts'
import { rejectUnprotected } from '../../rules/proposals.ts'
import { isoTime } from '../../store/list.ts'
import { change } from '../change.ts'
import { changedFields } from '../changed-fields.ts'

export const updateEnvironment = handle(endpoints.updateEnvironment, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const before = await tx.environments.lock(ctx.environment.id)
    const changed = changedFields(before, ctx.body)
    if (Object.keys(changed).length === 0) return { result: before, audit: [] }
    const environment = await tx.environments.update(before.id, changed)
    // Nobody could approve what waits for an environment that takes direct changes.
    const pending = changed.protected === false ? await tx.proposals.lockPending(environment.id) : []
    const rejected = pending.map((one) => rejectUnprotected(one, { by: ctx.actor.id, at: isoTime(ctx.nowUs()) }))
    for (const proposal of rejected) await tx.proposals.review(proposal)
    return {
      result: environment,
      audit: [environmentUpdated(ctx.project.id, environment, changed), ...rejected.map(proposalRejected)],
    }
  }),
)
