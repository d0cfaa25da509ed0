import { endpoints, limits } from '@bunting/contract'
import { handle } from '../http/endpoint/handle.ts'
import { oldestSession } from '../rules/access/sessions.ts'

export const listSessions = handle(endpoints.listSessions, async ({ store, actor, nowUs }) => {
  const own = await store.sessions.listOf(actor.id, oldestSession(nowUs()), limits.sessions)
  return { items: own.map((session) => ({ ...session, current: session.id === actor.sessionId })) }
})
