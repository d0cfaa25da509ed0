import { endpoints, fail, type Segment } from '@bunting/contract'
import { unitHasher } from '@bunting/engine'
import { handle } from '../../http/endpoint/handle.ts'
import { containsHash } from '../../store/lists/contains-hash.ts'
import { readList } from '../../store/lists/read-list.ts'
import { requireLarge } from './require-large.ts'

const placeOf = ({ segment, environment }: { segment: Segment; environment: { id: `env_${string}` } }) => ({
  segmentId: segment.id,
  environmentId: environment.id,
})

export const containsSegmentId = handle(endpoints.containsSegmentId, async (ctx) => {
  requireLarge(ctx.segment)
  const latest = await ctx.store.listVersions.latest(placeOf(ctx))
  if (!latest) return { contains: false, version: 0 }
  const { high, low } = unitHasher(latest.large.salt)(ctx.body.id)
  return { contains: await containsHash(ctx.store, latest, high, low), version: latest.large.version }
})

export const exportSegmentIds = handle(endpoints.exportSegmentIds, async (ctx) => {
  requireLarge(ctx.segment)
  if (!ctx.segment.keepIds) {
    return fail('CONFLICT', `${ctx.segment.key} keeps hashes of its ids alone, of which no id can be made again.`)
  }
  const latest = await ctx.store.listVersions.latest(placeOf(ctx))
  return linesOf(latest ? readList(ctx.store, latest) : [])
})

async function* linesOf(
  sets: AsyncIterable<{ ids?: readonly string[] }> | Iterable<{ ids?: readonly string[] }>,
): AsyncGenerator<string> {
  for await (const { ids = [] } of sets) for (const id of ids) yield JSON.stringify(id)
}

export const listSegmentIdsVersions = handle(endpoints.listSegmentIdsVersions, (ctx) => {
  requireLarge(ctx.segment)
  return ctx.store.listVersions.list(placeOf(ctx), ctx.query)
})
