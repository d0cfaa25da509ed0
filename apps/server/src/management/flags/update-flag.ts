import { endpoints, type Flag, fail } from '@bunting/contract'
import { handle } from '../../http/handle.ts'
import { requireProposals } from '../../rules/plans.ts'
import type { FlagContent, Proposal } from '../../rules/proposals.ts'
import { changesAnswers, findStrict, proposeOfFlag, requireAdminOf } from '../../rules/protection.ts'
import { type Changed, change } from '../change.ts'
import { changedFields } from '../changed-fields.ts'
import { propose } from '../proposals/propose.ts'
import { changeFlag } from './change-flag.ts'

export const updateFlag = handle(
  endpoints.updateFlag,
  (ctx) =>
    change(ctx, ctx.actor, async (tx): Promise<Changed<Flag | (Proposal & FlagContent)>> => {
      const before = await tx.flags.lock(ctx.flag.id)
      const update = changedFields({ ...before, archived: before.archivedAt !== null }, ctx.body)
      if (Object.keys(update).length === 0) return { result: before, audit: [] }
      // Locked, so that none of them becomes protected between the look and the change.
      const environments = changesAnswers(update) ? await tx.environments.lockWithVersionsOf(before.id) : []
      requireAdminOf(environments, before, ctx.actor)
      const strict = findStrict(environments)
      if (!strict) return changeFlag(ctx, tx, before, update, environments)
      requireProposals(ctx.actor.plan)
      const content = proposeOfFlag(before, update, strict)
      return propose(ctx, tx, { projectId: before.projectId, environmentId: strict.id, flag: before, content })
    }),
  (body) => {
    const immutable = ['key', 'type'].filter((field) => Object.hasOwn(Object(body), field))
    return immutable.length === 0 ? [] : fail('IMMUTABLE_FIELD', `${immutable.join(' and ')} never changes.`)
  },
)
