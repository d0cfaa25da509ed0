import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'

export const listApiKeys = handle(endpoints.listApiKeys, (ctx) => ctx.store.apiKeys.list(ctx.environment.id, ctx.query))
