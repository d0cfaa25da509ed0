import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'

export const listFlagVersions = handle(endpoints.listFlagVersions, (ctx) =>
  ctx.store.flagVersions.list({ flagId: ctx.flag.id, environmentId: ctx.environment.id }, ctx.query),
)
