import { fail } from '@bunting/contract'
import type { Context } from 'hono'
import { hashKey } from '../http/auth/hash-key.ts'
import type { Deps } from '../http/endpoint/deps.ts'
import { refusals } from './attempt/refusals.ts'
import { home } from './attempt/return-to.ts'
import { openSession } from './open-session.ts'
import { refusalPage } from './page.ts'
import type { SignInSettings } from './settings.ts'

/** `GET /api/auth/local?token=…`: signs in by the link that was printed at the start. */
export const useLocalLink = async (c: Context, deps: Deps, { localLink }: SignInSettings): Promise<Response> => {
  if (!localLink) return fail('RESOURCE_NOT_FOUND', 'There is nothing at this address.')
  if (!isOpened(c)) return refusalPage(c, refusals.notOpened, deps.publicUrl)
  const userId = await deps.store.signInLinks.use(hashKey(c.req.query('token') ?? ''), deps.nowUs())
  if (!userId) return refusalPage(c, refusals.linkIsOver, deps.publicUrl)
  await openSession(c, deps, userId, 'link')
  return c.redirect(home(deps.publicUrl), 302)
}

/** Tells whether a person opened the link in a browser: previews and prefetches must not use it up. */
const isOpened = (c: Context): boolean => {
  const purpose = c.req.header('sec-purpose') ?? c.req.header('purpose') ?? c.req.header('x-moz') ?? ''
  const mode = c.req.header('sec-fetch-mode') ?? 'navigate'
  const destination = c.req.header('sec-fetch-dest') ?? 'document'
  return (
    c.req.method === 'GET' && !/prefetch|preview/i.test(purpose) && mode === 'navigate' && destination === 'document'
  )
}
