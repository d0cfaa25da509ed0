import { endpoints } from '@bunting/contract'
import { handle } from '../http/handle.ts'

export const signOut = handle(endpoints.signOut, async ({ store, actor, body }) => {
  if (body.everywhere) await store.sessions.endAll(actor.id)
  else await store.sessions.end(actor.sessionId)
  return {}
})
