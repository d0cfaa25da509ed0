import { type SignInOperation, type SignInPageOperation, signInPages } from '@bunting/contract'
import type { Context, Hono } from 'hono'
import { addressOf, spend } from '../http/auth/admit.ts'
import type { Deps } from '../http/endpoint/deps.ts'
import type { Handler } from '../http/endpoint/handle.ts'
import { mount, refuseOthers } from '../http/endpoint/mount.ts'
import { networkOf } from '../http/server/caller-address.ts'
import { endSession } from './end-session.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { getSession } from './get-session.ts'
import { getSignInMethods } from './get-sign-in-methods.ts'
import { listSessions } from './list-sessions.ts'
import { forgetSession } from './open-session.ts'
import { errorPage } from './page.ts'
import type { SignInSettings } from './settings.ts'
import { signOut } from './sign-out.ts'
import { startSignIn } from './start-sign-in.ts'
import { useLocalLink } from './use-local-link.ts'

type Page = (c: Context, deps: Deps, settings: SignInSettings) => Promise<Response>

const pages = {
  startSignIn,
  startSignInAgain: startSignIn,
  finishSignIn,
  useLocalLink,
} satisfies Record<SignInPageOperation, Page>

/** Puts sign-in on the Management listener. */
export const signIn = (app: Hono, deps: Deps, settings: SignInSettings): void => {
  for (const [operation, answer] of Object.entries(pages)) {
    const { path } = signInPages[operation as SignInPageOperation]
    app.get(path, async (c) => {
      try {
        spend(c, deps.limiters.failed.take(`sign-in ${networkOf(addressOf(c))}`))
        return await answer(c, deps, settings)
      } catch (error) {
        return errorPage(c, error, deps.publicUrl)
      }
    })
    refuseOthers(app, path, 'GET')
  }
  app.use(signOut.endpoint.path, async (c, next) => {
    await next()
    forgetIfOver(c, deps.publicUrl)
  })
  const handlers = {
    getSession,
    listSessions,
    endSession,
    getSignInMethods: getSignInMethods(settings),
    signOut,
  } satisfies Record<SignInOperation, Handler>
  mount(app, Object.values(handlers), deps)
}

/** Clears the session cookie after a sign-out, or if the session was over before. */
const forgetIfOver = (c: Context, publicUrl: string): void => {
  if ([204, 401].includes(c.res.status)) forgetSession(c, publicUrl)
}
