import type { OrganizationId, Role, UserId } from '@bunting/contract'
import { sessionCookieName } from '../http/auth/cookies.ts'
import { hashKey } from '../http/auth/hash-key.ts'
import type { Deps } from '../http/endpoint/deps.ts'
import { sessionEnd } from '../rules/access/sessions.ts'
import type { Answer, Send } from './clients/answer.ts'

type SendJson = (method: string, path: string, send?: Send) => Promise<Answer>

export type TestMember = Awaited<ReturnType<typeof testMember>>

/** A member of an organization, signed in like a browser: with a cookie, and an origin for changes. */
export const testMember = async (deps: Deps, sendJson: SendJson, orgId: string, role: Role) => {
  const id: UserId = deps.newId('user')
  const fields = { id, orgId: orgId as OrganizationId, identity: id, name: 'Ada', email: `${id}@example.com`, role }
  await deps.store.users.insert(fields, deps.nowUs())
  const openSession = async (from: { address?: string; userAgent?: string } = {}): Promise<string> => {
    const secret = deps.newSecret()
    const atUs = deps.nowUs()
    const session = {
      id: deps.newId('session'),
      userId: id,
      hash: hashKey(secret),
      endsUs: sessionEnd('provider', atUs),
      ...from,
    }
    await deps.store.sessions.insert(session, atUs)
    return `${sessionCookieName(deps.publicUrl)}=${secret}`
  }
  const cookie = await openSession()
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    sendJson(method, path, {
      headers: { cookie, ...(method === 'GET' ? {} : { origin: new URL(deps.publicUrl).origin }), ...headers },
      ...(body === undefined ? {} : { body }),
    })
  return {
    id,
    cookie,
    send,
    /** Opens another session of the member, and returns its cookie. */
    openSession,
    get: (path: string) => send('GET', path),
    post: (path: string, body?: unknown) => send('POST', path, body),
    put: (path: string, body: unknown) => send('PUT', path, body),
    patch: (path: string, body: unknown) => send('PATCH', path, body),
    delete: (path: string) => send('DELETE', path),
  }
}
