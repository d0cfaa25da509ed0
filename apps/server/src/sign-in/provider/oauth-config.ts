import type { Guests } from '../../rules/access/admission.ts'

/** Where a provider is: found out from its issuer (OpenID Connect), or named one by one (plain OAuth 2.0). */
export type ProviderAddresses = { issuer: string } | { authorizeUrl: string; tokenUrl: string; userinfoUrl: string }

export type OAuthConfig = {
  addresses: ProviderAddresses
  clientId: string
  /** None for a public client, whose sign-ins PKCE alone protects. */
  clientSecret: string | undefined
  scopes: string
  /** With OpenID Connect: an e-mail that the provider says nothing of counts as verified. */
  trustEmail: boolean
  /** The claim that names somebody's groups. */
  groupsClaim: string | undefined
  guests: Guests
}
