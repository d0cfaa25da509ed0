import { fail } from '@bunting/contract'

export const withoutProvider = (): never =>
  fail(
    'SERVICE_UNAVAILABLE',
    'No identity provider is configured here. Set one by BUNTING_OAUTH_ISSUER, or use the link that the start prints.',
  )
