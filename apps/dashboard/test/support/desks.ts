import type { BrowserContext, Page } from 'playwright-core'
import { conditionLimitMs } from '../../../server/src/testing/limits.ts'
import { openBrowser } from './browser.ts'

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

/** The method as ever, but whoever calls it spends the window, or the browser. */
const spendBy = <Name extends string>(
  what: Page | BrowserContext,
  owner: Record<Name, (...args: never[]) => unknown>,
  name: Name,
): void => {
  const act = owner[name]
  owner[name] = (...args) => {
    spent.add(what)
    return act.apply(owner, args)
  }
}

/** The window that stays, where nobody has it; else another one. */
export const openWindow = async (desk: Desk): Promise<Page> => {
  const { window, context } = desk
  desk.window = undefined
  if (window) return window
  const page = await context.newPage()
  for (const name of ['addInitScript', 'exposeBinding', 'exposeFunction'] as const) spendBy(page, page, name)
  // All windows of a browser have the same clock, those too that are opened later.
  for (const name of ['install', 'setFixedTime', 'setSystemTime'] as const) spendBy(context, page.clock, name)
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

/** Leaves the app for a page of the same address that does nothing, and forgets what a test had it do. */
const clearWindow = async (page: Page, emptyPage: string): Promise<void> => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const event of heard) page.removeAllListeners(event)
  // Where there is a draft it asks.
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto(emptyPage)
  page.removeAllListeners('dialog')
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.mouse.move(-1, -1)
}

/** For whoever comes next, who finds nothing of whoever was here. */
export const clearDesk = async (desk: Desk, url: string): Promise<void> => {
  const { context } = desk
  if (spent.has(context)) return dropDesk(desk)
  // What is stored for another address cannot be reached from here.
  if (context.pages().some((page) => !page.url().startsWith(`${url}/`))) return dropDesk(desk)
  const window = context.pages().find((page) => !spent.has(page)) ?? (await openWindow(desk))
  const others = context.pages().filter((page) => page !== window)
  await Promise.all(others.map((page) => page.close()))
  await clearWindow(window, `${url}/healthz`)
  await context.clearPermissions()
  await context.clearCookies()
  free.unshift({ context, window })
}
