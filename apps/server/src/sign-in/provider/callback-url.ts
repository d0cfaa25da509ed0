import { signInPages } from '@bunting/contract'

/** Where the provider sends people back to. It has to be known there by this address. */
export const callbackUrl = (publicUrl: string): string => `${publicUrl}${signInPages.finishSignIn.path}`
