import { endpoints, invalid } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { projectUpdated } from '../../rules/audit/projects.ts'
import { change } from '../change.ts'
import { changedFields } from '../changed-fields.ts'
import { refuseImmutable } from '../refuse-immutable.ts'

export const updateProject = handle(
  endpoints.updateProject,
  (ctx) =>
    change(ctx, ctx.actor, async (tx) => {
      const before = await tx.projects.lock(ctx.project.id)
      const { environmentOrder = [] } = ctx.body
      const known = await tx.environments.among(before.id, environmentOrder)
      refuseUnknown(environmentOrder, known)
      const update = changedFields({ environmentOrder: [], codeLines: false, ...before }, ctx.body)
      if (Object.keys(update).length === 0) return { result: before, audit: [] }
      const project = await tx.projects.update(before.id, update)
      if (update.codeLines === false) await tx.codeReferences.dropLines(project.id)
      return { result: project, audit: [projectUpdated(project, update)] }
    }),
  (body) => refuseImmutable(body, ['slug']),
)

const refuseUnknown = (ids: readonly string[], known: ReadonlySet<string>): void => {
  const message = 'must be the id of an environment of the project'
  const problems = ids.flatMap((id, at) => (known.has(id) ? [] : [{ path: `environmentOrder[${at}]`, message }]))
  if (problems.length > 0) invalid('The body is not as described.', problems)
}
