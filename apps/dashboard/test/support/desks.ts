import type { BrowserContext, Page } from 'playwright-core'
import { conditionLimitMs } from '../../../server/src/testing/limits.ts'
import { openBrowser } from './browser.ts'
import { hasRequests } from './quiet.ts'
import { putToRest } from './rest.ts'

/**
 * A browser that tests use in turn, with a window that stays open: it keeps what it loaded and compiled for the next
 * test, even in another file, since loading is much of a test's time.
 */
export type Desk = { context: BrowserContext; window?: Page | undefined }

const free: Desk[] = []

const newContext = async (): Promise<BrowserContext> => {
  // Skips animations, which nobody watches.
  const context = await (await openBrowser()).newContext({ reducedMotion: 'reduce' })
  context.setDefaultTimeout(conditionLimitMs)
  return context
}

export const takeDesk = async (): Promise<Desk> => free.shift() ?? { context: await newContext() }

export const dropDesk = ({ context }: Desk): Promise<void> => context.close()

/** Windows, and whole browsers, that can never be made like new. */
const spent = new WeakSet<Page | BrowserContext>()

/** Windows whose app is like new only after it is loaded again. */
const touched = new WeakSet<Page>()

/** Windows with requests that a test may hold back for ever. */
const routed = new WeakSet<Page>()

/** For a test that changes what the app runs on, such as a function of the browser. */
export const touch = (page: Page): void => {
  touched.add(page)
}

/** Wraps methods so that calls are noted. */
const noteCalls = <Name extends string>(
  owner: Record<Name, (...args: never[]) => unknown>,
  names: readonly Name[],
  note: () => void,
): void => {
  for (const name of names) {
    const act = owner[name]
    owner[name] = (...args) => {
      note()
      return act.apply(owner, args)
    }
  }
}

/** The window that stays open, if it is free; else a new one. */
export const openWindow = async (desk: Desk): Promise<Page> => {
  const { window, context } = desk
  desk.window = undefined
  if (window) return window
  const page = await context.newPage()
  noteCalls(page, ['addInitScript', 'exposeBinding', 'exposeFunction'], () => spent.add(page))
  // All windows of a browser share its clock, including those that are opened later.
  noteCalls(page.clock, ['install', 'setFixedTime', 'setSystemTime'], () => spent.add(context))
  noteCalls(page, ['route'], () => routed.add(page))
  return page
}

/** The developer tools protocol, which can change anything about a window. */
export const openDevTools = (page: Page) => {
  spent.add(page)
  return page.context().newCDPSession(page)
}

const heard = [
  'console',
  'dialog',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const

/** Leaves the app for an empty page at the same address. */
const leave = async (page: Page, emptyPage: string): Promise<void> => {
  // The app asks if there is a draft.
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto(emptyPage)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
}

/** Removes everything that a test left in a window. Tells whether its app is loaded and idle. */
const clearWindow = async (page: Page, url: string): Promise<boolean> => {
  const isHeld = routed.delete(page) && hasRequests(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const isTouched = touched.delete(page) || isHeld
  const rests = !isTouched && (await putToRest(page))
  for (const event of heard) page.removeAllListeners(event)
  if (!rests) await leave(page, `${url}/healthz`)
  page.removeAllListeners('dialog')
  await page.mouse.move(-1, -1)
  return rests
}

/** Cleans up for the next test. Returns the window whose app is idle, if there is one. */
export const clearDesk = async (desk: Desk, url: string): Promise<Page | undefined> => {
  const { context } = desk
  // The storage of another address cannot be cleared from here.
  const isElsewhere = context.pages().some((page) => !page.url().startsWith(`${url}/`))
  if (spent.has(context) || isElsewhere) {
    await dropDesk(desk)
    return undefined
  }
  const window = context.pages().find((page) => !spent.has(page)) ?? (await openWindow(desk))
  const others = context.pages().filter((page) => page !== window)
  await Promise.all(others.map((page) => page.close()))
  const rests = await clearWindow(window, url)
  await context.clearPermissions()
  await context.clearCookies()
  free.unshift({ context, window })
  return rests ? window : undefined
}
