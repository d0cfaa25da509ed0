import type { BrowserContext, Cookie, Page } from 'playwright-core'
import { afterEach } from 'vitest'
import { clearDesk, type Desk, dropDesk, openWindow, takeDesk } from './desks.ts'
import { goToAddress } from './go-to.ts'
import { watchRequests } from './quiet.ts'

export type Theme = 'light' | 'dark'

export type Look = { width?: number; height?: number; theme?: Theme }

/** What a browser says of an answer that is an error, also where it was to be a stream. */
const refusal = /Failed to load resource|EventSource's response has a MIME type/

type SignIn = (context: BrowserContext) => Promise<void>

/** Windows whose app is loaded already and knows of nobody, by the address it is of: behind that may be another server now. */
const atRest = new WeakMap<Page, string>()

/** Goes there as a link does where the app rests, else by loading it. */
const visit = async (page: Page, url: string, address: string): Promise<void> => {
  const isThere = atRest.get(page) === url && address.startsWith(`${url}/projects/`)
  atRest.delete(page)
  await (isThere ? goToAddress(page, address) : page.goto(address))
}

/** Windows for the tests of a file. People keep their sessions from test to test, and nothing else; nobody (undefined) has none. */
export const openWindows = (problems: string[], url: string) => {
  const sessions = new Map<string | undefined, Cookie[]>([[undefined, []]])
  /** Where people sit in this test. */
  const desks = new Map<string | undefined, Desk>()

  afterEach(async ({ task }) => {
    const hasFailed = task.result?.state === 'fail'
    for (const desk of desks.values()) {
      if (hasFailed) await dropDesk(desk)
      else {
        const window = await clearDesk(desk, url)
        if (window) atRest.set(window, url)
      }
    }
    desks.clear()
  })

  const sitDown = async (name: string | undefined, signIn: SignIn): Promise<Desk> => {
    const desk = desks.get(name) ?? (await takeDesk())
    if (desks.has(name)) return desk
    desks.set(name, desk)
    const session = sessions.get(name)
    if (session) await desk.context.addCookies(session)
    else await signIn(desk.context)
    sessions.set(name, session ?? (await desk.context.cookies()))
    return desk
  }

  return async (
    name: string | undefined,
    signIn: SignIn,
    address: string,
    { width = 1280, height = 800, theme = 'light' }: Look = {},
  ): Promise<Page> => {
    const page = await openWindow(await sitDown(name, signIn))
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: theme })
    watchRequests(page)
    page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
    page.on('console', (message) => {
      // What the server refuses is a test's own affair; what the Content-Security-Policy refuses is ours.
      if (message.type() === 'error' && !refusal.test(message.text())) problems.push(message.text())
    })
    await visit(page, url, address)
    return page
  }
}
