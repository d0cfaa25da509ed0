import type { Guests } from '../../rules/access/admission.ts'

/** The endpoints of a provider: discovered from its issuer (OpenID Connect), or given one by one (plain OAuth 2.0). */
export type ProviderAddresses = { issuer: string } | { authorizeUrl: string; tokenUrl: string; userinfoUrl: string }

export type OAuthConfig = {
  addresses: ProviderAddresses
  clientId: string
  /** Undefined for a public client, whose sign-ins are protected by PKCE alone. */
  clientSecret: string | undefined
  scopes: string
  /** With OpenID Connect: an e-mail counts as verified if the provider does not say either way. */
  trustEmail: boolean
  /** The claim with the person's groups. */
  groupsClaim: string | undefined
  guests: Guests
}
