import { endpoints, type Flag } from '@bunting/contract'
import { handle } from '../../http/handle.ts'
import { requireProposals } from '../../rules/plans.ts'
import type { FlagContent, Proposal } from '../../rules/proposals.ts'
import { changesAnswers, findStrict, proposeOfFlag, requireAdminOf } from '../../rules/protection.ts'
import { type Changed, change } from '../change.ts'
import { changedFields } from '../changed-fields.ts'
import { propose } from '../proposals/propose.ts'
import { refuseImmutable } from '../refuse-immutable.ts'
import { requireMovable } from '../require-movable.ts'
import { changeFlag } from './change-flag.ts'

export const updateFlag = handle(
  endpoints.updateFlag,
  (ctx) =>
    change(ctx, ctx.actor, async (tx): Promise<Changed<Flag | (Proposal & FlagContent)>> => {
      // So that no environment is added while it is archived, where it could be named.
      if (ctx.body.archived !== undefined) await tx.projects.lock(ctx.flag.projectId)
      const before = await tx.flags.lock(ctx.flag.id)
      const update = changedFields({ ...before, archived: before.archivedAt !== null }, ctx.body)
      if (Object.keys(update).length === 0) return { result: before, audit: [] }
      const all = update.archived === undefined ? [] : await tx.environments.lockAll(before.projectId)
      // Locked, so that none of them becomes protected between the look and the change.
      const environments = changesAnswers(update) ? await tx.environments.lockWithVersionsOf(before.id) : []
      requireAdminOf(environments, before, ctx.actor)
      if (update.archived !== undefined) await requireMovable(tx, before, update.archived, all)
      const strict = findStrict(environments)
      if (!strict) return changeFlag(ctx, tx, before, update, environments)
      requireProposals(ctx.actor.plan)
      const content = proposeOfFlag(before, update, strict)
      return propose(ctx, tx, {
        projectId: before.projectId,
        environmentId: strict.id,
        subject: { flag: before },
        content,
      })
    }),
  (body) => refuseImmutable(body, ['key', 'type']),
)
