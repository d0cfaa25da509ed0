import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'
import { projectCreated } from '../../rules/audit.ts'
import { change } from '../change.ts'
import { seedProject } from './seed-project.ts'

export const createProject = handle(endpoints.createProject, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const project = await seedProject(ctx, tx, { orgId: ctx.actor.orgId, ...ctx.body })
    return { result: project, audit: [projectCreated(project)] }
  }),
)
