import { endpoints, type Flag } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { findingsOf } from '../../rules/usage/cleanup.ts'
import { dayOf, firstOfLast } from '../../rules/usage/days.ts'
import { lookThrough } from './look-through.ts'

export const listCleanup = handle(endpoints.listCleanup, (ctx) => {
  const { days, reason: wanted } = ctx.query
  const today = dayOf(ctx.nowUs() / 1_000)
  const since = firstOfLast(days, today)
  return lookThrough(ctx, ctx.project, since, ctx.query, async (flags) => {
    const members = await ctx.store.users.presentAmong(ctx.actor.orgId, ownersOf(flags))
    return (flag, figures) => {
      const findings = findingsOf(flag, { figures, since, today, isMember: (id) => members.has(id) })
      const isWanted = wanted === undefined ? findings.length > 0 : findings.some(({ reason }) => reason === wanted)
      if (!isWanted) return undefined
      return { key: flag.key, name: flag.name, createdAt: flag.createdAt, findings }
    }
  })
})

const ownersOf = (flags: readonly Flag[]) => [...new Set(flags.flatMap(({ ownerId }) => ownerId ?? []))]
