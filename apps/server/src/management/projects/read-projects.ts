import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'

export const listProjects = handle(endpoints.listProjects, (ctx) => ctx.store.projects.list(ctx.actor.orgId, ctx.query))

export const getProject = handle(endpoints.getProject, async (ctx) => ctx.project)
