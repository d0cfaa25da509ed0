import type { Guests } from '../rules/access/admission.ts'
import type { Provider } from './provider/provider.ts'

/** The ways to sign in to this service. */
export type SignInSettings = {
  provider: Provider | undefined
  guests: Guests
  /** Only without a provider, and only if the service can be reached from this machine alone. */
  localLink: boolean
}
