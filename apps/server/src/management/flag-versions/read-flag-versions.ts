import { endpoints, fail } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { readVersionNumber } from '../read-version-number.ts'

export const listFlagVersions = handle(endpoints.listFlagVersions, (ctx) =>
  ctx.store.flagVersions.list({ flagId: ctx.flag.id, environmentId: ctx.environment.id }, ctx.query),
)

export const listFlagVersionsEverywhere = handle(endpoints.listFlagVersionsEverywhere, (ctx) =>
  ctx.store.flagVersions.listEverywhere(ctx.flag.id, ctx.query),
)

export const getFlagVersion = handle(endpoints.getFlagVersion, async (ctx) => {
  const place = { flagId: ctx.flag.id, environmentId: ctx.environment.id }
  const number = readVersionNumber(ctx.params.version)
  const version = number === undefined ? undefined : await ctx.store.flagVersions.find(place, number)
  return version ?? fail('RESOURCE_NOT_FOUND', `There is no version ${ctx.params.version} of this flag here.`)
})
