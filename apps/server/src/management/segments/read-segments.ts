import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'

export const listSegments = handle(endpoints.listSegments, async (ctx) => {
  const page = await ctx.store.segments.list(ctx.project.id, ctx.query)
  const versions = await ctx.store.segmentVersions.latestListed(page.items.map((segment) => segment.id))
  return { ...page, items: page.items.map((segment) => ({ ...segment, versions: versions.get(segment.id) ?? {} })) }
})

export const getSegment = handle(endpoints.getSegment, async (ctx) => ({
  ...ctx.segment,
  versions: await ctx.store.segmentVersions.latestOf(ctx.segment.id),
}))

export const listSegmentUsages = handle(endpoints.listSegmentUsages, (ctx) =>
  ctx.store.configReferences.listUsages(ctx.segment.id, ctx.query),
)
