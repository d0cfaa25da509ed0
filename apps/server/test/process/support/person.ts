import type { Browser, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

/** A person with a browser of their own: no cookie is anybody else's. */
export const openPerson = async (browser: Browser, serviceUrl: string) => {
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  // Who is in is shown the dashboard, which is not asked about here and costs more than all the rest.
  await context.route('**/assets/**', (route) => route.abort())
  const page = await context.newPage()
  const isInside = (url: URL) => url.origin === serviceUrl && !url.pathname.startsWith('/api/')
  return {
    context,
    page,
    /** Goes to the provider and signs in there: back at the service, in or not. */
    signInAs: async (email: string): Promise<void> => {
      await page.goto(`${serviceUrl}/api/auth/idp`)
      await page.getByLabel('E-mail').fill(email)
      await page.getByRole('button', { name: 'Sign in' }).click()
    },
    /** Comes back once the browser is past sign-in. */
    isIn: () => page.waitForURL(isInside),
    /** What the service answers to a page of its own. */
    ask: (method: string, path: string, body?: unknown) => ask(page, method, path, body),
  }
}

/** As the scripts of the page that is open would. */
const ask = (page: Page, method: string, path: string, body: unknown) =>
  page.evaluate(
    async ([sentMethod, address, text]) => {
      const response = await fetch(address, {
        method: sentMethod,
        ...(text === undefined ? {} : { body: text, headers: { 'content-type': 'application/json' } }),
      })
      const answer = await response.text()
      return { status: response.status, body: answer === '' ? undefined : JSON.parse(answer) }
    },
    [method, path, body === undefined ? undefined : JSON.stringify(body)] as const,
  )
