import type { Guests } from '../rules/access/admission.ts'
import type { Provider } from './provider/provider.ts'

/** How people sign in here. */
export type SignInSettings = {
  provider: Provider | undefined
  guests: Guests
  /** Only without a provider, and only where nobody but this machine can reach the service. */
  localLink: boolean
}
