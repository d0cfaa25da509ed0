import type { ContentfulStatusCode } from 'hono/utils/http-status'

export type Refusal = {
  status: ContentfulStatusCode
  title: string
  /** What happened. */
  text: string
  /** What to do next. */
  next: string
  /** Offers to begin again at the provider. */
  again?: boolean
}

const refusal = (fields: Refusal): Refusal => fields

/** Every reason why a sign-in fails, in words for the person. */
export const refusals = {
  linkIsOver: refusal({
    status: 410,
    title: 'This link does not sign anybody in',
    text: 'A sign-in link works once, and for 15 minutes after the start that printed it.',
    next: 'Start Bunting again: each start prints a fresh link.',
  }),
  notOpened: refusal({
    status: 403,
    title: 'This link has to be opened',
    text: 'It was fetched ahead, or from inside another page. It was not used up.',
    next: 'Open the link in a browser window.',
  }),
  notStartedHere: refusal({
    status: 400,
    title: 'This sign-in did not begin here',
    text: 'It was begun in another browser or another tab, or more than 10 minutes ago, or it has come back before.',
    next: 'Begin again, in this browser.',
    again: true,
  }),
  declined: (said: string) =>
    refusal({
      status: 403,
      title: 'The identity provider did not sign you in',
      text: `It said: ${said.slice(0, 300)}`,
      next: 'Begin again, or ask whoever runs your identity provider.',
      again: true,
    }),
  withoutEmail: refusal({
    status: 403,
    title: 'Your e-mail address is not verified',
    text: 'The identity provider knows no verified e-mail address of yours, and that is what you are let in by.',
    next: 'Have your e-mail address verified there, then begin again.',
    again: true,
  }),
  uninvited: (email: string) =>
    refusal({
      status: 403,
      title: 'You cannot sign in here',
      text: `Nobody lets ${email} into this organization.`,
      next: 'Sign in with another account, ask an admin to invite this address, or ask whoever runs Bunting to let in your address or its domain.',
      again: true,
    }),
  removed: (email: string) =>
    refusal({
      status: 403,
      title: 'You are not a member any more',
      text: `An admin removed ${email} from the organization.`,
      next: 'Ask an admin to invite this address anew.',
    }),
  bound: (email: string) =>
    refusal({
      status: 403,
      title: 'This address is another account’s here',
      text: `${email} is the address of a member who signs in with another account of the identity provider.`,
      next: 'Sign in with that account. If it is gone for good, have an admin remove it from the members and invite the address anew; then this one may come in.',
      again: true,
    }),
  full: (why: string) =>
    refusal({
      status: 403,
      title: 'There is no room for another member',
      text: why,
      next: 'Tell an admin of the organization that you want to come in. Members sign in as ever.',
    }),
  providerFailed: refusal({
    status: 502,
    title: 'The identity provider could not be understood',
    text: 'It sent you back, but did not answer as it should when it was asked who you are.',
    next: 'Begin again. If this stays so, whoever runs Bunting finds the reason in the log, under the request id.',
    again: true,
  }),
} as const
