import type { BrowserContext, Cookie, Page } from 'playwright-core'
import { afterEach } from 'vitest'
import { clearDesk, type Desk, dropDesk, openWindow, takeDesk } from './desks.ts'
import { goToAddress } from './go-to.ts'
import { watchRequests } from './quiet.ts'

export type Theme = 'light' | 'dark'

export type Look = { width?: number; height?: number; theme?: Theme }

/** Console messages of a browser about error responses, including those for streams. */
const refusal = /Failed to load resource|EventSource's response has a MIME type/

type SignIn = (context: BrowserContext) => Promise<void>

/** Windows whose app is loaded and has forgotten its person, with their addresses: there may be another server there now. */
const atRest = new WeakMap<Page, string>()

/** Navigates like a link if the app is idle in the window, else by loading it. */
const visit = async (page: Page, url: string, address: string): Promise<void> => {
  const isThere = atRest.get(page) === url && address.startsWith(`${url}/projects/`)
  atRest.delete(page)
  if (isThere) return goToAddress(page, address)
  await page.goto(address)
  // Until the app has loaded, the list of flags is a frame of links.
  await page.locator('#frame').waitFor({ state: 'detached' })
}

/**
 * Windows for the tests of a file. People keep only their sessions between tests; `undefined` is nobody, without a
 * session.
 */
export const openWindows = (problems: string[], url: string) => {
  const sessions = new Map<string | undefined, Cookie[]>([[undefined, []]])
  /** The browsers that people use in this test. */
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
      // Errors from the server are part of a test; those of the Content-Security-Policy are a fault of the app.
      if (message.type() === 'error' && !refusal.test(message.text())) problems.push(message.text())
    })
    await visit(page, url, address)
    return page
  }
}
