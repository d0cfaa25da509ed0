import type { BrowserContext, Page } from 'playwright-core'
import { conditionLimitMs } from '../../../server/src/testing/limits.ts'
import { openBrowser } from './browser.ts'
import { hasRequests } from './quiet.ts'
import { putToRest } from './rest.ts'

/**
 * A browser that somebody sits down at, and a window of it that stays: what that has loaded and compiled once it has for
 * whoever comes next, also in another file, and loading is much of what a test costs.
 */
export type Desk = { context: BrowserContext; window?: Page | undefined }

const free: Desk[] = []

const newContext = async (): Promise<BrowserContext> => {
  // Every step of a motion is drawn, for nobody.
  const context = await (await openBrowser()).newContext({ reducedMotion: 'reduce' })
  context.setDefaultTimeout(conditionLimitMs)
  return context
}

export const takeDesk = async (): Promise<Desk> => free.shift() ?? { context: await newContext() }

export const dropDesk = ({ context }: Desk): Promise<void> => context.close()

/** Windows, and whole browsers, that will never be as new. */
const spent = new WeakSet<Page | BrowserContext>()

/** Windows whose app is as new only once it is loaded again. */
const touched = new WeakSet<Page>()

/** Windows with requests that a test may hold back for ever. */
const routed = new WeakSet<Page>()

/** For a test that changes what the app runs on, such as a function of the browser. */
export const touch = (page: Page): void => {
  touched.add(page)
}

/** The method as ever, but it is noted that it was called. */
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

/** The window that stays, where nobody has it; else another one. */
export const openWindow = async (desk: Desk): Promise<Page> => {
  const { window, context } = desk
  desk.window = undefined
  if (window) return window
  const page = await context.newPage()
  noteCalls(page, ['addInitScript', 'exposeBinding', 'exposeFunction'], () => spent.add(page))
  // All windows of a browser have the same clock, those too that are opened later.
  noteCalls(page.clock, ['install', 'setFixedTime', 'setSystemTime'], () => spent.add(context))
  noteCalls(page, ['route'], () => routed.add(page))
  return page
}

/** The tools of a browser's developers, which can change anything about a window. */
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

/** Leaves the app for a page of the same address that does nothing. */
const leave = async (page: Page, emptyPage: string): Promise<void> => {
  // Where there is a draft it asks.
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto(emptyPage)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
}

/** The window without anything of the test that had it. Whether its app is loaded, and at rest. */
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

/** For whoever comes next, who finds nothing of whoever was here. The window whose app rests, where one does. */
export const clearDesk = async (desk: Desk, url: string): Promise<Page | undefined> => {
  const { context } = desk
  // What is stored for another address cannot be reached from here.
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
