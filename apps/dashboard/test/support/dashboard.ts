import type { BrowserContext, Page } from 'playwright-core'
import { afterAll } from 'vitest'
import { returnFront, takeFront } from './front.ts'
import { elsewhere, sessionCookie } from './members.ts'
import { type Site, type SiteOptions, startSite } from './site.ts'
import { type Look, openWindows } from './windows.ts'

export type Dashboard = Site & {
  url: string
  /** A window of a signed-in local admin, at a path of the project (`/flags`) or of the site (`//docs`). */
  open(path: string, look?: Look): Promise<Page>
  /** A window of one of the `members`, by name. */
  openAs(name: string, path: string, look?: Look): Promise<Page>
  /** A window of one of the members in another browser, with a separate session. */
  openElsewhere(name: string, path: string): Promise<Page>
  /** A window without a session. */
  openSignedOut(path: string, look?: Look): Promise<Page>
}

/** The real server with the built dashboard in a real browser, for one test file. */
export const startDashboard = async (options: SiteOptions = {}): Promise<Dashboard> => {
  const front = await takeFront()
  const { url } = front
  const { site, managementUrl, signInLink, secrets, problems } = await startSite(options, { BUNTING_PUBLIC_URL: url })
  front.lead(managementUrl)
  afterAll(() => returnFront(front))

  const openWindow = openWindows(problems, url)
  const signIn = async (context: BrowserContext): Promise<void> => {
    await context.request.get(signInLink, { maxRedirects: 0 })
  }
  const signInAs = (name: string) => (context: BrowserContext) =>
    context.addCookies([sessionCookie(url, secrets[name] ?? '')])
  const inProject = (path: string): string => `${url}/projects/${site.projectId}${path}`
  return {
    ...site,
    url,
    open: (path, look) =>
      openWindow('', signIn, path.startsWith('//') ? `${url}${path.slice(1)}` : inProject(path), look),
    openAs: (name, path, look) => openWindow(name, signInAs(name), inProject(path), look),
    openElsewhere: (name, path) => {
      const there = `${name} ${elsewhere}`
      return openWindow(there, signInAs(there), inProject(path))
    },
    openSignedOut: (path, look) => openWindow(undefined, async () => undefined, `${url}${path}`, look),
  }
}
