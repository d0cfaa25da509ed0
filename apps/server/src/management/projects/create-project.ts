import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { projectCreated } from '../../rules/audit/projects.ts'
import { requireRoom } from '../../rules/plans.ts'
import { change } from '../change.ts'
import { seedProject } from './seed-project.ts'

export const createProject = handle(endpoints.createProject, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const { orgId, plan } = ctx.actor
    await tx.organizations.lock(orgId)
    requireRoom(plan, 'projects', await tx.projects.count(orgId))
    const project = await seedProject(ctx, tx, { orgId, ...ctx.body })
    return { result: project, audit: [projectCreated(project)] }
  }),
)
