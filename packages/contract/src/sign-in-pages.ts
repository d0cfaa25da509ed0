import { z } from 'zod'

export type SignInPage = {
  path: string
  summary: string
  description: string
  query?: z.ZodObject
  /** The statuses of error pages, and the meaning of each. */
  refusals: Record<number, string>
}

const page = (definition: SignInPage): SignInPage => definition

const start = {
  summary: 'Sign in through the identity provider',
  description:
    'For browsers. Redirects to the provider with a `state`, which the cookie `oauth_state` keeps (HttpOnly, Secure, SameSite=Lax).',
  query: z.object({
    returnTo: z
      .string()
      .optional()
      .meta({ description: 'A path on this site to go to afterwards.', example: '/flags' }),
  }),
  refusals: {},
}

/** The pages for signing in, by operation. They answer browsers with redirects and pages, and are not called by programs. */
export const signInPages = {
  startSignIn: page({ ...start, path: '/api/auth/idp' }),
  startSignInAgain: page({ ...start, path: '/api/auth/sign-in/idp', description: 'The same as `/api/auth/idp`.' }),
  finishSignIn: page({
    path: '/api/auth/callback/idp',
    summary: 'Come back from the identity provider',
    description: 'For browsers. Opens a session and redirects to where the sign-in began.',
    refusals: {
      400: 'The sign-in did not begin in this browser: `state` is not what its cookie says.',
      403: 'The provider declined or knows no verified e-mail, nobody lets the person in, or the e-mail is that of an admin with another account.',
      502: 'The provider did not answer as it should.',
    },
  }),
  useLocalLink: page({
    path: '/api/auth/local',
    summary: 'Sign in by the link that a start printed',
    description: 'For browsers, without a provider and on a loopback address alone; elsewhere it answers 404.',
    query: z.object({ token: z.string() }),
    refusals: {
      403: 'The link was not opened, only fetched; it is not used up.',
      410: 'The link was used, or is older than 15 minutes.',
    },
  }),
} as const

export type SignInPageOperation = keyof typeof signInPages
