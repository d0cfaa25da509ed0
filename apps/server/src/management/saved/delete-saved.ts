import { endpoints, fail } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { contextDeleted, viewDeleted } from '../../rules/audit/saved.ts'
import { change } from '../change.ts'

export const deleteView = handle(endpoints.deleteView, ({ project, view, ...ctx }) =>
  change(ctx, ctx.actor, async (tx) => {
    if (!(await tx.savedViews.delete(view.id))) gone('view')
    return { result: { id: view.id }, audit: [viewDeleted(project.id, view)] }
  }),
)

export const deleteContext = handle(endpoints.deleteContext, ({ project, savedContext, ...ctx }) =>
  change(ctx, ctx.actor, async (tx) => {
    if (!(await tx.savedContexts.delete(savedContext.id))) gone('context')
    return { result: { id: savedContext.id }, audit: [contextDeleted(project.id, savedContext)] }
  }),
)

/** Fails because it was deleted after it was found. */
const gone = (what: string) => fail('RESOURCE_NOT_FOUND', `There is no such ${what}.`)
