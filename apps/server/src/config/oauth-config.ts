import { StartupError } from '../base/startup-error.ts'
import type { Guests } from '../rules/access/admission.ts'
import type { OAuthConfig, ProviderAddresses } from '../sign-in/provider/oauth-config.ts'
import type { GetSetting } from './settings.ts'

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
  'BUNTING_OAUTH_TRUST_EMAIL',
  'BUNTING_OAUTH_GROUPS_CLAIM',
  'BUNTING_OAUTH_GROUP_ROLES',
] as const
type Name = (typeof names)[number]

/** The identity provider, if one is configured. The settings must be consistent. */
export const readOAuth = (get: GetSetting): OAuthConfig | undefined => {
  const set = names.filter((name) => get(name) !== undefined)
  if (set.length === 0) return undefined
  const addresses = readAddresses(get, set)
  const clientId = get('BUNTING_OAUTH_CLIENT_ID') ?? needs(set, 'BUNTING_OAUTH_CLIENT_ID')
  const trustEmail = get('BUNTING_OAUTH_TRUST_EMAIL') === 'on'
  if (trustEmail && !('issuer' in addresses)) {
    throw new StartupError(
      'BUNTING_OAUTH_TRUST_EMAIL is for BUNTING_OAUTH_ISSUER: the e-mails of a plain OAuth 2.0 provider count already.',
    )
  }
  const groupsClaim = get('BUNTING_OAUTH_GROUPS_CLAIM')
  const guests = readGuests(get)
  if (groupsClaim !== undefined && guests.groups.size === 0)
    needs(['BUNTING_OAUTH_GROUPS_CLAIM'], 'BUNTING_OAUTH_GROUP_ROLES')
  if (groupsClaim === undefined && guests.groups.size > 0)
    needs(['BUNTING_OAUTH_GROUP_ROLES'], 'BUNTING_OAUTH_GROUPS_CLAIM')
  return {
    addresses,
    clientId,
    clientSecret: get('BUNTING_OAUTH_CLIENT_SECRET'),
    scopes: get('BUNTING_OAUTH_SCOPES') ?? ('issuer' in addresses ? 'openid profile email' : 'read:user user:email'),
    trustEmail,
    groupsClaim,
    guests,
  }
}

const readGuests = (get: GetSetting): Guests => {
  const guests = {
    admins: get('BUNTING_OAUTH_ADMINS') ?? [],
    domains: get('BUNTING_OAUTH_DOMAINS') ?? [],
    groups: new Map(get('BUNTING_OAUTH_GROUP_ROLES')),
  }
  if (guests.admins.length + guests.domains.length + guests.groups.size === 0) {
    throw new StartupError(
      'With a provider and none of BUNTING_OAUTH_ADMINS, BUNTING_OAUTH_DOMAINS and BUNTING_OAUTH_GROUP_ROLES nobody could sign in: set one.',
    )
  }
  return guests
}

const readAddresses = (get: GetSetting, set: readonly Name[]): ProviderAddresses => {
  const issuer = get('BUNTING_OAUTH_ISSUER')
  const [authorizeUrl, tokenUrl, userinfoUrl] = plainNames.map((name) => get(name))
  if (issuer !== undefined) {
    const both = plainNames.find((name) => get(name) !== undefined)
    if (both)
      throw new StartupError(`BUNTING_OAUTH_ISSUER and ${both} are both set: the issuer alone says where all is.`)
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
  throw new StartupError(`${set[0]} is set, and needs ${missing} too.`)
}
