/** Whom a provider vouches for. */
export type Profile = {
  /** The same at every sign-in of this person, and nobody else's. */
  identity: string
  name: string
  /** None where the provider has none that it calls verified. */
  email: string | undefined
  /** Those that the configured claim names. */
  groups: readonly string[]
}

/** What a browser keeps while its person is at the provider. */
export type Attempt = { state: string; verifier: string }

/** An identity provider: people are sent to it, and come back with its word for who they are. */
export type Provider = {
  /** Where to send the browser. */
  begin(redirectUri: string): Promise<Attempt & { address: string }>
  /** Who came back to this address, if they left from here. */
  finish(cameBackTo: URL, attempt: Attempt): Promise<Profile>
}

/** The provider's own word that it signs somebody not in. */
export class Declined extends Error {}

/** The provider does not take what the service asks of it, by OAuth's name for why. */
export class RefusedUs extends Error {}
