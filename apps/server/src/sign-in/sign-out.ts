import { endpoints } from '@bunting/contract'
import { handle } from '../http/endpoint/handle.ts'
import { sessionEnded } from '../rules/audit/people.ts'

export const signOut = handle(endpoints.signOut, async (ctx) => {
  const { store, actor, body, caller } = ctx
  await store.transaction(async (tx) => {
    const ended = body.everywhere ? await tx.sessions.endAll(actor.id) : await tx.sessions.end(actor.sessionId)
    const entries = ended.map((id) => sessionEnded(id, caller))
    await tx.auditChain.append(actor, entries, ctx)
  })
  return {}
})
