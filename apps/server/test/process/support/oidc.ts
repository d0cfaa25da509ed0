import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Provider } from 'oidc-provider'

const oidcClient = { id: 'bunting', secret: 'a-secret-of-the-provider-and-bunting' }

type Said = Record<string, unknown>

/** The claims of an account that the provider adds to its name and verified e-mail, or that replace them. */
export type Account = { everywhere?: Said; inIdToken?: Said; inUserinfo?: Said }

/**
 * A real OpenID Connect provider on its own port. `localhost` is another site than 127.0.0.1, so cookies are treated as
 * between a company's provider and its service.
 */
export const startOidc = async (accounts: Record<string, Account> = {}) => {
  let answer: RequestListener = (_, response) => void response.writeHead(503).end()
  const server = createServer((message, response) => answer(message, response)).listen(0, 'localhost')
  await once(server, 'listening')
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    settings: {
      BUNTING_OAUTH_ISSUER: issuer,
      BUNTING_OAUTH_CLIENT_ID: oidcClient.id,
      BUNTING_OAUTH_CLIENT_SECRET: oidcClient.secret,
    },
    /** From now on it answers, and redirects people back to this service. */
    serve: (serviceUrl: string): void => {
      answer = answerAs(openProvider(issuer, `${serviceUrl}/api/auth/callback/idp`, accounts))
    },
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

const openProvider = (issuer: string, redirectUri: string, accounts: Record<string, Account>): Provider =>
  new Provider(issuer, {
    clients: [{ client_id: oidcClient.id, client_secret: oidcClient.secret, redirect_uris: [redirectUri] }],
    claims: {
      email: ['email', 'email_verified'],
      profile: ['name', 'groups', 'realm_access', 'https://example.com/groups'],
    },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    jwks: { keys: [privateKey.export({ format: 'jwk' }) as never] },
    cookies: { keys: ['a-key-of-the-tests'] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_, id) => ({
      accountId: id,
      claims: (use) => {
        const { everywhere, inIdToken, inUserinfo } = accounts[id] ?? {}
        const own = use === 'id_token' ? inIdToken : inUserinfo
        return { sub: id, name: id.split('@')[0] ?? '', email: id, email_verified: true, ...everywhere, ...own }
      },
    }),
    // Everybody who signs in automatically consents.
    loadExistingGrant: async (ctx) => {
      const { client, session, provider } = ctx.oidc
      const grant = new provider.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })

const page = `<!doctype html><title>Provider</title><form method="post"><input name="login" aria-label="E-mail">
  <button>Sign in</button> <button name="cancel" value="yes">Cancel</button></form>`

/** The provider's own page is a form for the e-mail; its library answers the rest. */
const answerAs = (provider: Provider): RequestListener => {
  const rest = provider.callback()
  return async (message: IncomingMessage, response: ServerResponse) => {
    if (!message.url?.startsWith('/interaction/')) return rest(message, response)
    if (message.method !== 'POST') return response.writeHead(200, { 'content-type': 'text/html' }).end(page)
    const form = new URLSearchParams(await text(message))
    const result = form.has('cancel')
      ? { error: 'access_denied', error_description: 'The person pressed Cancel.' }
      : { login: { accountId: form.get('login') ?? '' } }
    return provider.interactionFinished(message, response, result)
  }
}
