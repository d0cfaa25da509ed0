import type { Browser, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

/** A person with their own browser, which shares no cookies with others. */
export const openPerson = async (browser: Browser, serviceUrl: string) => {
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  // After a sign-in the dashboard is shown, which is not tested here and would take most of the time.
  await context.route('**/assets/**', (route) => route.abort())
  const page = await context.newPage()
  const isInside = (url: URL) => url.origin === serviceUrl && !url.pathname.startsWith('/api/')
  return {
    context,
    page,
    /** Goes to the provider and signs in there; the service may then admit the person or not. */
    signInAs: async (email: string): Promise<void> => {
      await page.goto(`${serviceUrl}/api/auth/idp`)
      await page.getByLabel('E-mail').fill(email)
      await page.getByRole('button', { name: 'Sign in' }).click()
    },
    /** Waits until the browser is past sign-in. */
    isIn: () => page.waitForURL(isInside),
    /** Sends a request from a page of the service. */
    ask: (method: string, path: string, body?: unknown) => ask(page, method, path, body),
  }
}

/** Sends a request as a script of the open page would. */
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
