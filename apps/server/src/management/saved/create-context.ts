import { type ErrorDetail, endpoints, limits } from '@bunting/contract'
import type { EvaluationContext } from '@bunting/engine'
import { handle } from '../../http/endpoint/handle.ts'
import { contextCreated } from '../../rules/audit/saved.ts'
import { requirePlace } from '../../rules/saved.ts'
import { change } from '../change.ts'

export const createContext = handle(
  endpoints.createContext,
  (ctx) =>
    change(ctx, ctx.actor, async (tx) => {
      const projectId = ctx.project.id
      await tx.projects.lock(projectId)
      requirePlace('contexts', await tx.savedContexts.count(projectId))
      const { name, context } = ctx.body
      const fields = {
        id: ctx.newId('savedContext'),
        projectId,
        name,
        context: asRead(context),
        createdBy: ctx.actor.id,
      }
      const saved = await tx.savedContexts.insert(fields, ctx.nowUs())
      return { result: saved, audit: [contextCreated(projectId, saved)] }
    }),
  (body) => tooLarge(Object(body).context),
)

/** Only the fields that an evaluation reads. */
const asRead = ({ userId, anonymousId, attributes }: EvaluationContext) => ({ userId, anonymousId, attributes })

/** Refuses contexts larger than an evaluation accepts: a page of them would fill the memory. */
const tooLarge = (context: unknown): ErrorDetail[] => {
  const bytes = Buffer.byteLength(JSON.stringify(context) ?? '')
  const message = `must have at most ${limits.deliveryBodyBytes / 1024} KiB as JSON`
  return bytes > limits.deliveryBodyBytes ? [{ path: 'context', message }] : []
}
