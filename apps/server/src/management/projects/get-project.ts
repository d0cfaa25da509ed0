import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'

export const getProject = handle(endpoints.getProject, async (ctx) => ctx.project)
