import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { dayOf, firstOfLast } from '../../rules/usage/days.ts'
import { staleReason } from '../../rules/usage/stale-flags.ts'
import { lookThrough } from './look-through.ts'

export const listStaleFlags = handle(endpoints.listStaleFlags, (ctx) => {
  const since = firstOfLast(ctx.query.days, dayOf(ctx.nowUs() / 1_000))
  return lookThrough(ctx, ctx.project, since, ctx.query, async () => (flag, figures) => {
    const reason = staleReason(flag, figures, since)
    if (reason === null) return undefined
    return {
      key: flag.key,
      name: flag.name,
      createdAt: flag.createdAt,
      reason,
      value: reason === 'single_value' ? (figures?.valueSince ?? null) : null,
      lastEvaluatedOn: figures?.lastDay ?? null,
    }
  })
})
