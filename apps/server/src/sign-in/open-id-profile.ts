import * as client from 'openid-client'
import { emailOf, identityOf, nameOf } from './profile.ts'
import type { Profile } from './provider.ts'

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>

/** What the id token says, and what the provider adds when it is asked. */
export const fetchOpenIdProfile = async (provider: client.Configuration, tokens: Tokens): Promise<Profile> => {
  const token = tokens.claims()
  if (!token) throw new Error('the provider sent no id token')
  const { issuer, userinfo_endpoint: asked } = provider.serverMetadata()
  const more = asked === undefined ? {} : await client.fetchUserInfo(provider, tokens.access_token, token.sub)
  const claims = { ...token, ...more }
  const email = emailOf(claims)
  return {
    identity: identityOf(issuer, token.sub),
    name: nameOf(claims),
    email: email?.verified === false ? undefined : email?.address,
  }
}
