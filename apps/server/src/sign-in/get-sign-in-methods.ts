import { endpoints } from '@bunting/contract'
import { handle } from '../http/endpoint/handle.ts'
import type { SignInSettings } from './settings.ts'

export const getSignInMethods = ({ provider, localLink }: SignInSettings) =>
  handle(endpoints.getSignInMethods, async () => ({ provider: provider !== undefined, localLink }))
