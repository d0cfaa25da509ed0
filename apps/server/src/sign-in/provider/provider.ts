/** A person whom the provider authenticated. */
export type Profile = {
  /** The same at every sign-in of this person, and unique to them. */
  identity: string
  name: string
  /** Undefined if the provider has no verified e-mail. */
  email: string | undefined
  /** The groups in the configured claim. */
  groups: readonly string[]
}

/** The data that the browser keeps while the person is at the provider. */
export type Attempt = { state: string; verifier: string }

/** An identity provider: people are redirected to it, and come back authenticated. */
export type Provider = {
  /** Begins a sign-in, and returns the address to send the browser to. */
  begin(redirectUri: string): Promise<Attempt & { address: string }>
  /** Finishes a sign-in: the profile of the person, if the attempt is one of ours. */
  finish(cameBackTo: URL, attempt: Attempt): Promise<Profile>
}

/** The provider declined to sign the person in. */
export class Declined extends Error {}

/** The provider rejected a request of this service; the message has the OAuth error code. */
export class RefusedUs extends Error {}
