import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'

export const getEnvironment = handle(endpoints.getEnvironment, async (ctx) => ctx.environment)
