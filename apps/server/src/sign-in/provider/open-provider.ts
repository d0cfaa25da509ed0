import * as client from 'openid-client'
import { tracedFetch } from '../../base/trace.ts'
import type { OAuthConfig } from './oauth-config.ts'
import { fetchOpenIdProfile } from './open-id-profile.ts'
import { fetchPlainProfile } from './plain-profile.ts'
import { type Attempt, Declined, type Profile, type Provider, RefusedUs } from './provider.ts'

const timeoutSeconds = 10

/** The configured provider. Its endpoints are discovered at the first sign-in, not at the start. */
export const openProvider = (config: OAuthConfig): Provider => {
  let known: Promise<client.Configuration> | undefined
  const configuration = (): Promise<client.Configuration> => {
    known ??= configure(config).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
  return {
    begin: async (redirectUri) => {
      const provider = await configuration()
      const state = client.randomState()
      const verifier = client.randomPKCECodeVerifier()
      const address = client.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri,
        scope: config.scopes,
        state,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return { address: address.href, state, verifier }
    },
    finish: async (cameBackTo, attempt) => finish(await configuration(), config, cameBackTo, attempt),
  }
}

const configure = async ({ addresses, clientId, clientSecret }: OAuthConfig): Promise<client.Configuration> => {
  const authentication = authenticate(clientSecret)
  if ('issuer' in addresses) {
    return client.discovery(new URL(addresses.issuer), clientId, undefined, authentication, {
      timeout: timeoutSeconds,
      [client.customFetch]: fetchFrom,
      ...(isPlainHttp(addresses.issuer) ? { execute: [client.allowInsecureRequests] } : {}),
    })
  }
  const metadata = {
    issuer: new URL(addresses.authorizeUrl).origin,
    authorization_endpoint: addresses.authorizeUrl,
    token_endpoint: addresses.tokenUrl,
    token_endpoint_auth_methods_supported: ['client_secret_post'],
  }
  const configuration = new client.Configuration(metadata, clientId, undefined, authentication)
  configuration.timeout = timeoutSeconds
  configuration[client.customFetch] = fetchFrom
  if (isPlainHttp(addresses.tokenUrl)) client.allowInsecureRequests(configuration)
  return configuration
}

const fetchFrom: client.CustomFetch = (address, options) => tracedFetch(address, options as RequestInit)

/** Tells whether an address uses plain HTTP, which the settings allow only for this machine. */
const isPlainHttp = (address: string): boolean => address.startsWith('http:')

/** Sends the client secret in a header, as providers accept by default; in the body if the provider says it does not. */
const authenticate = (secret: string | undefined): client.ClientAuth => {
  if (secret === undefined) return client.None()
  const inBody = client.ClientSecretPost(secret)
  const inHeader = client.ClientSecretBasic(secret)
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const send = methods.includes('client_secret_basic') ? inHeader : inBody
    return send(server, ...rest)
  }
}

/** The OAuth error code of a failure. The library does not read the body if the response has an authentication challenge. */
const nameOf = async (error: unknown): Promise<string | undefined> => {
  const name =
    error instanceof client.WWWAuthenticateChallengeError
      ? ((await error.response.json().catch(() => undefined)) as { error?: unknown } | undefined)?.error
      : error instanceof client.ResponseBodyError && error.error
  // Any other text might repeat secrets of the request.
  return typeof name === 'string' && /^[a-z_]{1,60}$/.test(name) ? name : undefined
}

const sayWhy = (name: string): string => {
  const said = `The provider answered ${name}`
  return name === 'invalid_client'
    ? `${said}: are BUNTING_OAUTH_CLIENT_ID and BUNTING_OAUTH_CLIENT_SECRET right?`
    : `${said}.`
}

const finish = async (
  provider: client.Configuration,
  config: OAuthConfig,
  cameBackTo: URL,
  { state, verifier }: Attempt,
): Promise<Profile> => {
  const { addresses } = config
  const address = new URL(cameBackTo)
  // Without discovery the issuer is unknown, so it cannot be compared.
  if (!('issuer' in addresses)) address.searchParams.delete('iss')
  const tokens = await client
    .authorizationCodeGrant(provider, address, {
      expectedState: state,
      pkceCodeVerifier: verifier,
      idTokenExpected: 'issuer' in addresses,
    })
    .catch(async (error: unknown): Promise<never> => {
      if (error instanceof client.AuthorizationResponseError) {
        throw new Declined(error.error_description ?? error.error)
      }
      const name = await nameOf(error)
      throw name === undefined ? error : new RefusedUs(sayWhy(name), { cause: error })
    })
  return 'issuer' in addresses
    ? fetchOpenIdProfile(provider, tokens, config)
    : fetchPlainProfile(provider, tokens.access_token, addresses.userinfoUrl, config)
}
