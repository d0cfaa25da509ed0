import { endpoints, fail } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { requireConfig } from '../lists/require-large.ts'
import { readVersionNumber } from '../read-version-number.ts'

export const listSegmentVersions = handle(endpoints.listSegmentVersions, (ctx) => {
  requireConfig(ctx.segment)
  return ctx.store.segmentVersions.list({ segmentId: ctx.segment.id, environmentId: ctx.environment.id }, ctx.query)
})

export const getSegmentVersion = handle(endpoints.getSegmentVersion, async (ctx) => {
  requireConfig(ctx.segment)
  const place = { segmentId: ctx.segment.id, environmentId: ctx.environment.id }
  const number = readVersionNumber(ctx.params.version)
  const version = number === undefined ? undefined : await ctx.store.segmentVersions.find(place, number)
  return version ?? fail('RESOURCE_NOT_FOUND', `There is no version ${ctx.params.version} of this segment here.`)
})
