import { signInPages } from '@bunting/contract'

/** The redirect address, which has to be registered with the provider. */
export const callbackUrl = (publicUrl: string): string => `${publicUrl}${signInPages.finishSignIn.path}`
