import { endpoints, fail } from '@bunting/contract'
import { handle } from '../../http/handle.ts'

export const listFlagVersions = handle(endpoints.listFlagVersions, (ctx) =>
  ctx.store.flagVersions.list({ flagId: ctx.flag.id, environmentId: ctx.environment.id }, ctx.query),
)

export const getFlagVersion = handle(endpoints.getFlagVersion, async (ctx) => {
  const place = { flagId: ctx.flag.id, environmentId: ctx.environment.id }
  const version = /^[1-9]\d{0,14}$/.test(ctx.params.version)
    ? await ctx.store.flagVersions.find(place, Number(ctx.params.version))
    : undefined
  return version ?? fail('RESOURCE_NOT_FOUND', `There is no version ${ctx.params.version} of this flag here.`)
})
