import type { Role, UserId } from '@bunting/contract'
import { sessionCookieName } from '../../../server/src/http/auth/cookies.ts'
import { hashKey } from '../../../server/src/http/auth/hash-key.ts'
import { newId, newSecret, openClock } from '../../../server/src/random.ts'
import { sessionEnd } from '../../../server/src/rules/access/sessions.ts'
import { openSqlite } from '../../../server/src/store/connect/sqlite.ts'
import { openStore } from '../../../server/src/store/store.ts'

export type Members = Readonly<Record<string, Role>>

/** The name of a member's session in another browser. */
export const elsewhere = 'elsewhere'

/** Adds people with two sessions each, by name. Written into the data of a stopped server, since a running one locks it. */
export const addMembers = async (dataDir: string, members: Members): Promise<Record<string, string>> => {
  const store = await openStore(
    openSqlite(dataDir, () => undefined),
    'sqlite',
  )
  const nowUs = openClock()
  const organization = await store.organizations.first()
  if (!organization) throw new Error('The server made no organization.')
  const secrets: Record<string, string> = {}
  for (const [name, role] of Object.entries(members)) {
    const id: UserId = newId('user')
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
    await store.users.insert({ id, orgId: organization.id, identity: id, name, email, role }, nowUs())
    const endsUs = sessionEnd('provider', nowUs())
    for (const [key, from] of [
      [name, {}],
      [`${name} ${elsewhere}`, { address: '192.0.2.7', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }],
    ] as const) {
      const secret = newSecret()
      await store.sessions.insert({ id: newId('session'), userId: id, hash: hashKey(secret), endsUs, ...from }, nowUs())
      secrets[key] = secret
    }
  }
  await store.close()
  return secrets
}

export const sessionCookie = (url: string, value: string) => ({ name: sessionCookieName(url), value, url })
