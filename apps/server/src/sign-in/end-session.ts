import { endpoints, fail } from '@bunting/contract'
import { handle } from '../http/endpoint/handle.ts'
import { isPlausible } from '../http/endpoint/resources.ts'
import { sessionEnded } from '../rules/audit/people.ts'

/** Ends one of the caller's own sessions; those of others are not found. */
export const endSession = handle(endpoints.endSession, async (ctx) => {
  const { store, actor, params, caller } = ctx
  const id = isPlausible(params.sessionId)
    ? await store.transaction(async (tx) => {
        const ended = await tx.sessions.endOf(actor.id, params.sessionId)
        await tx.auditChain.append(actor, ended ? [sessionEnded(ended, caller)] : [], ctx)
        return ended
      })
    : undefined
  return { id: id ?? fail('RESOURCE_NOT_FOUND', 'There is no such session, or it is over.') }
})
