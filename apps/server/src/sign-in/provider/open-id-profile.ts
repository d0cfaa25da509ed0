import * as client from 'openid-client'
import { groupsOf } from './groups.ts'
import type { OAuthConfig } from './oauth-config.ts'
import { identityOf, nameOf, verifiedEmail } from './profile.ts'
import type { Profile } from './provider.ts'

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>

/** The person's profile from the id token and the userinfo endpoint. */
export const fetchOpenIdProfile = async (
  provider: client.Configuration,
  tokens: Tokens,
  { trustEmail, groupsClaim }: Pick<OAuthConfig, 'trustEmail' | 'groupsClaim'>,
): Promise<Profile> => {
  const token = tokens.claims()
  if (!token) throw new Error('the provider sent no id token')
  const { issuer, userinfo_endpoint: asked } = provider.serverMetadata()
  const more = asked === undefined ? {} : await client.fetchUserInfo(provider, tokens.access_token, token.sub)
  return {
    identity: identityOf(issuer, token.sub),
    name: nameOf({ ...token, ...more }),
    email: verifiedEmail([token, more], trustEmail),
    groups: groupsOf([token, more], groupsClaim),
  }
}
