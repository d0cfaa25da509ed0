import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach } from 'vitest'
import { openBrowser } from './browser.ts'

export type Theme = 'light' | 'dark'

export type Look = { width?: number; height?: number; theme?: Theme }

/**
 * Windows for the tests of a file. A person's second window finds in the browser's cache what the first one loaded, which
 * is most of the work; what a test left behind in storage is gone for the next. Nobody (undefined) starts anew each time.
 */
export const openWindows = async (problems: string[]) => {
  const browser = await openBrowser()
  const people = new Map<string, Promise<BrowserContext>>()
  const pages = new Set<Page>()
  afterEach(async () => {
    for (const page of pages) await page.evaluate(() => localStorage.clear()).catch(() => undefined)
    await Promise.all([...pages].map((page) => page.close()))
    pages.clear()
  })
  afterAll(async () => {
    await Promise.all([...people.values()].map(async (context) => (await context).close()))
  })

  const contextOf = (person: string | undefined, prepare: (context: BrowserContext) => Promise<void>) => {
    const known = person === undefined ? undefined : people.get(person)
    if (known) return known
    const made = browser.newContext().then(async (context) => {
      await prepare(context)
      return context
    })
    if (person !== undefined) people.set(person, made)
    return made
  }

  return async (
    person: string | undefined,
    prepare: (context: BrowserContext) => Promise<void>,
    { width = 1280, height = 800, theme = 'light' }: Look = {},
  ): Promise<Page> => {
    const page = await (await contextOf(person, prepare)).newPage()
    pages.add(page)
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: theme })
    page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
    page.on('console', (message) => {
      // What the server refuses is a test's own affair; what the Content-Security-Policy refuses is ours.
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) problems.push(message.text())
    })
    return page
  }
}
