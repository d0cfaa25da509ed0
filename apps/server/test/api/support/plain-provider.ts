import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { OAuthConfig } from '../../../src/sign-in/provider/oauth-config.ts'
import { atEnd } from '../../../src/testing/at-end.ts'

type Json = Record<string, unknown>

/** The person who is signed in at the provider, in the provider's words. */
export type Person = {
  user: Json
  /** The list of e-mails; without one, the endpoint answers 404. */
  emails?: Json[]
  /** The OAuth error that the provider returns in place of a code. */
  error?: string
  /** The endpoint that fails. */
  broken?: 'token' | 'user' | 'emails'
  /** True if the provider accepts a code more than once. */
  reuses?: boolean
}

/** The issuer that the provider states, which the service was not told. */
const iss = 'https://provider.example'
const client = { id: 'bunting-tests', secret: 'the-secret-of-the-tests' }

/** A plain OAuth 2.0 provider on its own port, which signs in the current person without asking. */
export const startPlainProvider = async () => {
  let person: Person = { user: {} }
  const issued = new Map<string, { challenge: string; person: Person }>()
  const asked: URL[] = []

  const authorize = (address: URL): string => {
    asked.push(address)
    const { redirect_uri = '', state = '', code_challenge = '' } = Object.fromEntries(address.searchParams)
    const back = new URL(redirect_uri)
    const code = randomUUID()
    issued.set(code, { challenge: code_challenge, person })
    back.search = new URLSearchParams({ iss, state, ...(person.error ? { error: person.error } : { code }) }).toString()
    return back.href
  }

  const exchange = async (message: IncomingMessage): Promise<Json | undefined> => {
    const {
      code = '',
      code_verifier = '',
      client_id,
      client_secret,
    } = Object.fromEntries(new URLSearchParams(await text(message)))
    const grant = issued.get(code)
    const challenge = createHash('sha256').update(code_verifier).digest('base64url')
    const genuine = client_id === client.id && client_secret === client.secret && grant?.challenge === challenge
    if (!genuine || grant.person.broken === 'token') return undefined
    if (!grant.person.reuses) issued.delete(code)
    const access_token = randomUUID()
    issued.set(access_token, grant)
    return { access_token, token_type: 'bearer' }
  }

  const bearer = (message: IncomingMessage) => issued.get(message.headers.authorization?.split(' ')[1] ?? '')?.person

  const server = createServer(async (message, response) => {
    const address = new URL(message.url ?? '', 'http://provider.test')
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const who = bearer(message)
    if (address.pathname === '/authorize') return response.writeHead(302, { location: authorize(address) }).end()
    if (address.pathname === '/token') {
      const tokens = await exchange(message)
      return json(tokens ? 200 : 400, tokens ?? { error: 'invalid_grant' })
    }
    if (who?.broken && address.pathname.endsWith(who.broken)) return json(500, {})
    if (address.pathname === '/user' && who) return json(200, who.user)
    if (address.pathname === '/user/emails' && who?.emails) return json(200, who.emails)
    return json(404, {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  atEnd(() => void server.close())

  const config: Omit<OAuthConfig, 'guests'> = {
    addresses: { authorizeUrl: `${url}/authorize`, tokenUrl: `${url}/token`, userinfoUrl: `${url}/user` },
    clientId: client.id,
    clientSecret: client.secret,
    scopes: 'read:user user:email',
    trustEmail: false,
    groupsClaim: 'groups',
  }
  return {
    url,
    config,
    /** The addresses that browsers were sent to. */
    asked,
    /** Changes the person who signs in from now on. */
    become: (next: Person) => {
      person = next
    },
  }
}
