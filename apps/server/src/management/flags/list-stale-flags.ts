import { endpoints, type Flag, type StaleReason } from '@bunting/contract'
import { handle } from '../../http/handle.ts'
import { dayOf, firstOfLast } from '../../rules/days.ts'
import { staleReason } from '../../rules/stale-flags.ts'
import type { FlagFigures } from '../../store/usage.ts'

type Stale = { flag: Flag & { createdUs: number }; reason: StaleReason; figures: FlagFigures | undefined }

/** Flags are looked at so many at a time, until a page of stale ones is found. */
const lookAt = 100

export const listStaleFlags = handle(endpoints.listStaleFlags, async (ctx) => {
  const { days, limit } = ctx.query
  const since = firstOfLast(days, dayOf(ctx.nowUs() / 1_000))
  const found: Stale[] = []
  let { cursor } = ctx.query
  for (let more = true; more && found.length <= limit; ) {
    const flags = await ctx.store.flags.listActive(ctx.project.id, { cursor, limit: lookAt })
    const keys = flags.map(({ key }) => key)
    const figures = await ctx.store.usage.figures(ctx.project.id, keys, since)
    for (const flag of flags) {
      const reason = staleReason(flag, figures.get(flag.key), since)
      if (reason) found.push({ flag, reason, figures: figures.get(flag.key) })
    }
    more = flags.length === lookAt
    cursor = flags.at(-1)?.createdUs
  }
  const shown = found.slice(0, limit)
  const hasMore = found.length > limit
  return { items: shown.map(toItem), nextCursor: hasMore ? (shown.at(-1)?.flag.createdUs ?? null) : null, hasMore }
})

const toItem = ({ flag, reason, figures }: Stale) => ({
  key: flag.key,
  name: flag.name,
  createdAt: flag.createdAt,
  reason,
  value: reason === 'single_value' ? (figures?.valueSince ?? null) : null,
  lastEvaluatedOn: figures?.lastDay ?? null,
})
