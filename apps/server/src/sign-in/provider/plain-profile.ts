import * as client from 'openid-client'
import { groupsOf } from './groups.ts'
import type { OAuthConfig } from './oauth-config.ts'
import { type Claims, emailOf, identityOf, nameOf, pickEmail, saysVerified } from './profile.ts'
import type { Profile } from './provider.ts'

/** Plain OAuth 2.0 does not define user profiles: each provider has a userinfo endpoint of its own form. */
export const fetchPlainProfile = async (
  provider: client.Configuration,
  accessToken: string,
  userinfoUrl: string,
  { groupsClaim }: Pick<OAuthConfig, 'groupsClaim'>,
): Promise<Profile> => {
  const read = async (address: URL): Promise<unknown> => {
    const headers = new Headers({ accept: 'application/json' })
    const response = await client.fetchProtectedResource(provider, accessToken, address, 'GET', null, headers)
    if (response.status >= 500) throw new Error(`the provider answered ${response.status} at ${address.pathname}`)
    return response.ok ? response.json() : undefined
  }
  const claims = ((await read(new URL(userinfoUrl))) ?? {}) as Claims
  return {
    identity: identityOf(userinfoUrl, claims.sub ?? claims.id),
    name: nameOf(claims),
    email: await emailByList(claims, () => read(emailsOf(userinfoUrl))),
    groups: groupsOf([claims], groupsClaim),
  }
}

const emailsOf = (userinfoUrl: string): URL => {
  const address = new URL(userinfoUrl)
  address.pathname = `${address.pathname.replace(/\/$/, '')}/emails`
  return address
}

/** The verified e-mail from the provider's list of addresses, for profiles that do not say whether theirs is verified. */
const emailByList = async (claims: Claims, readList: () => Promise<unknown>): Promise<string | undefined> => {
  const shown = emailOf(claims)
  if (shown?.verified !== undefined) return shown.verified ? shown.address : undefined
  const list = await readList()
  const judged = Array.isArray(list)
    ? (list as Claims[]).filter((one) => saysVerified(one?.verified) !== undefined)
    : []
  return judged.length > 0 ? pickEmail(judged, shown?.address) : shown?.address
}
