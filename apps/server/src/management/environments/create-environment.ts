import { type Environment, endpoints, invalid } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { environmentCreated } from '../../rules/audit/audit.ts'
import { requireRoom, requireStrict } from '../../rules/plans.ts'
import { type Changed, change } from '../change.ts'
import { copyConfigs } from './copy-configs.ts'

export const createEnvironment = handle(endpoints.createEnvironment, async ({ project, ...ctx }) => {
  const { copyFrom, ...fields } = ctx.body
  const from = copyFrom === undefined ? undefined : await ctx.store.environments.find(project.id, copyFrom)
  if (copyFrom !== undefined && !from) refuseCopy()
  return change(ctx, ctx.actor, async (tx): Promise<Changed<Environment>> => {
    if (fields.strict) requireStrict(ctx.actor.plan)
    await tx.projects.lock(project.id)
    requireRoom(ctx.actor.plan, 'environments', await tx.environments.count(project.id))
    // Locks the flags before the environment that is copied, in the same order as everywhere.
    if (from) await tx.flags.lockActive(project.id)
    const created = { id: ctx.newId('environment'), projectId: project.id, ...fields }
    const environment = await tx.environments.insert(created, ctx.nowUs())
    const audit = [environmentCreated(project.id, environment, from)]
    if (!from) return { result: environment, audit }
    await copyConfigs(ctx, tx, project.id, from.id, environment.id)
    return { result: environment, audit, environments: [{ environmentId: environment.id, names: undefined }] }
  })
})

const refuseCopy = (): never =>
  invalid('The body is not as described.', [
    { path: 'copyFrom', message: 'must be the id of an environment of the project' },
  ])
