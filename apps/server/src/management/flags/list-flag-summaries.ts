import { type ActorId, endpoints, limits } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { addDays, dayOf, firstOfLast } from '../../rules/usage/days.ts'
import { staleReason } from '../../rules/usage/stale-flags.ts'
import { firstHour, lastHour } from '../../rules/usage/usage-window.ts'
import { isoTime } from '../../store/core/list.ts'
import { countReferences } from './count-references.ts'

export const listFlagSummaries = handle(endpoints.listFlagSummaries, async (ctx) => {
  const { store, project } = ctx
  const nowMs = ctx.nowUs() / 1_000
  const since = firstOfLast(limits.summaryDays, dayOf(nowMs))
  const flags = await store.flags.findAll(project.id, ctx.query.keys)
  if (flags.length === 0) return { items: [] }
  const ids = flags.map(({ id }) => id)
  const keys = flags.map(({ key }) => key)
  const [entries, versions, pending, totals, figures, hour, last, inCode] = await Promise.all([
    store.auditLog.lastOf(project.id, ids),
    store.flagVersions.lastOf(ids),
    store.proposals.countPending(ids),
    store.usage.totals(project.id, keys, since),
    store.usage.figures(project.id, keys, since),
    store.usageMinutes.sums(project.id, keys, lastHour(nowMs)),
    store.usageHours.lastOf(project.id, keys, firstHour(nowMs)),
    countReferences(ctx, project.id, ids),
  ])
  const days = Array.from({ length: limits.summaryDays }, (_, index) => addDays(since, index))
  const totalOn = new Map(totals.map(({ flagKey, day, total }) => [`${day} ${flagKey}`, total]))
  const items = flags.map((flag) => ({
    key: flag.key,
    lastChange: lastChange([...(entries.get(flag.id) ?? []), ...(versions.get(flag.id) ?? [])], flag.createdAt),
    evaluations: days.map((day) => totalOn.get(`${day} ${flag.key}`) ?? 0),
    lastHour: hour.get(flag.key) ?? 0,
    lastEvaluatedAt: timeOf(last.get(flag.key)),
    lastEvaluatedOn: figures.get(flag.key)?.lastDay ?? null,
    pendingProposals: pending.get(flag.id) ?? 0,
    stale: staleReason(flag, figures.get(flag.key), since),
    ...inCode(flag.id),
  }))
  return { items }
})

const timeOf = (ms: number | undefined): string | null => (ms === undefined ? null : isoTime(ms * 1_000))

type Change = { actorId: ActorId; atUs: number }

const lastChange = (changes: readonly Change[], createdAt: string) => {
  const [last] = changes.toSorted((a, b) => b.atUs - a.atUs)
  return last ? { actorId: last.actorId, at: isoTime(last.atUs) } : { actorId: 'operator', at: createdAt }
}
