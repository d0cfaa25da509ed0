import { endpoints, type Flag } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { adviceOf, findingsOf } from '../../rules/usage/cleanup.ts'
import { dayOf, firstOfLast } from '../../rules/usage/days.ts'
import { countReferences } from './count-references.ts'
import { lookThrough } from './look-through.ts'

export const listCleanup = handle(endpoints.listCleanup, (ctx) => {
  const { days, reason: wanted } = ctx.query
  const today = dayOf(ctx.nowUs() / 1_000)
  const since = firstOfLast(days, today)
  return lookThrough(ctx, ctx.project, since, ctx.query, async (flags) => {
    const ids = flags.map(({ id }) => id)
    const [members, inCode] = await Promise.all([
      ctx.store.users.presentAmong(ctx.actor.orgId, ownersOf(flags)),
      countReferences(ctx, ctx.project.id, ids),
    ])
    return (flag, figures) => {
      const findings = findingsOf(flag, { figures, since, today, isMember: (id) => members.has(id) })
      const isWanted = wanted === undefined ? findings.length > 0 : findings.some(({ reason }) => reason === wanted)
      if (!isWanted) return undefined
      const references = inCode(flag.id)
      const advice = adviceOf(findings, references.codeReferences)
      return { key: flag.key, name: flag.name, createdAt: flag.createdAt, findings, advice, ...references }
    }
  })
})

const ownersOf = (flags: readonly Flag[]) => [...new Set(flags.flatMap(({ ownerId }) => ownerId ?? []))]
