import { CannotStart } from './cannot-start.ts'
import type { Guests } from './rules/admission.ts'

/** Where a provider is: found out from its issuer (OpenID Connect), or named one by one (plain OAuth 2.0). */
export type ProviderAddresses = { issuer: string } | { authorizeUrl: string; tokenUrl: string; userinfoUrl: string }

export type OAuthConfig = {
  addresses: ProviderAddresses
  clientId: string
  /** None for a public client, whose sign-ins PKCE alone protects. */
  clientSecret: string | undefined
  scopes: string
  guests: Guests
}

const names = [
  'BUNTING_OAUTH_ISSUER',
  'BUNTING_OAUTH_AUTHORIZE_URL',
  'BUNTING_OAUTH_TOKEN_URL',
  'BUNTING_OAUTH_USERINFO_URL',
  'BUNTING_OAUTH_CLIENT_ID',
  'BUNTING_OAUTH_CLIENT_SECRET',
  'BUNTING_OAUTH_SCOPES',
  'BUNTING_OAUTH_ADMINS',
  'BUNTING_OAUTH_DOMAINS',
] as const
type Name = (typeof names)[number]
type Get = (name: Name) => string | undefined

/** The provider, where one is configured. What is there must make sense together. */
export const readOAuth = (get: Get): OAuthConfig | undefined => {
  const set = names.filter((name) => get(name) !== undefined)
  if (set.length === 0) return undefined
  const addresses = readAddresses(get, set)
  const clientId = get('BUNTING_OAUTH_CLIENT_ID') ?? needs(set, 'BUNTING_OAUTH_CLIENT_ID')
  const guests = { admins: listOf(get('BUNTING_OAUTH_ADMINS')), domains: listOf(get('BUNTING_OAUTH_DOMAINS')) }
  if (guests.admins.length + guests.domains.length === 0) {
    throw new CannotStart(
      'With a provider and neither BUNTING_OAUTH_ADMINS nor BUNTING_OAUTH_DOMAINS nobody could sign in: set one.',
    )
  }
  return {
    addresses,
    clientId,
    clientSecret: get('BUNTING_OAUTH_CLIENT_SECRET'),
    scopes: get('BUNTING_OAUTH_SCOPES') ?? ('issuer' in addresses ? 'openid profile email' : 'read:user user:email'),
    guests,
  }
}

const readAddresses = (get: Get, set: readonly Name[]): ProviderAddresses => {
  const issuer = get('BUNTING_OAUTH_ISSUER')
  const [authorizeUrl, tokenUrl, userinfoUrl] = plainNames.map(get)
  if (issuer !== undefined) {
    const both = plainNames.find((name) => get(name) !== undefined)
    if (both)
      throw new CannotStart(`BUNTING_OAUTH_ISSUER and ${both} are both set: the issuer alone says where all is.`)
    return { issuer }
  }
  if (authorizeUrl === undefined && tokenUrl === undefined && userinfoUrl === undefined) {
    return needs(set, 'BUNTING_OAUTH_ISSUER')
  }
  return {
    authorizeUrl: authorizeUrl ?? needs(set, 'BUNTING_OAUTH_AUTHORIZE_URL'),
    tokenUrl: tokenUrl ?? needs(set, 'BUNTING_OAUTH_TOKEN_URL'),
    userinfoUrl: userinfoUrl ?? needs(set, 'BUNTING_OAUTH_USERINFO_URL'),
  }
}

const plainNames = ['BUNTING_OAUTH_AUTHORIZE_URL', 'BUNTING_OAUTH_TOKEN_URL', 'BUNTING_OAUTH_USERINFO_URL'] as const

const needs = (set: readonly Name[], missing: Name): never => {
  throw new CannotStart(`${set[0]} is set, and needs ${missing} too.`)
}

const listOf = (text = ''): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
