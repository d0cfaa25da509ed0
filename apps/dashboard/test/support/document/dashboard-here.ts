import type { Page } from 'playwright-core'
import { afterEach } from 'vitest'
import type { Dashboard } from '../dashboard.ts'
import { elsewhere, sessionCookie } from '../members.ts'
import { watchRequests } from '../quiet.ts'
import { type SiteOptions, startSite } from '../site.ts'
import type { Look } from '../windows.ts'
import { followSignIn, Network } from './network.ts'
import { DocumentPage } from './page.ts'

/**
 * The real server with the built dashboard in a document of this process, for one test file: for what the app does, at a
 * small part of what a browser costs. Nothing is drawn: how it looks, where it lies and what the browser itself does are
 * for `startDashboard`.
 */
export const startDashboardHere = async (options: SiteOptions = {}): Promise<Dashboard> => {
  const { site, managementUrl: url, signInLink, secrets, problems } = await startSite(options)
  const pages: DocumentPage[] = []
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.close()
  })
  let signedIn: Promise<string> | undefined
  const open = async (cookie: string, address: string, look?: Look): Promise<Page> => {
    const here = new DocumentPage(new Network(url, cookie), problems, address, look)
    pages.push(here)
    // The part of one that tests may use; all else is not a function here.
    const page = here as unknown as Page
    watchRequests(page)
    await page.reload()
    return page
  }
  const cookieOf = (name: string): string => {
    const cookie = sessionCookie(url, secrets[name] ?? '')
    return `${cookie.name}=${cookie.value}`
  }
  const inProject = (path: string): string => `${url}/projects/${site.projectId}${path}`
  return {
    ...site,
    url,
    open: async (path, look) => {
      signedIn ??= followSignIn(signInLink)
      return open(await signedIn, path.startsWith('//') ? `${url}${path.slice(1)}` : inProject(path), look)
    },
    openAs: (name, path, look) => open(cookieOf(name), inProject(path), look),
    openElsewhere: (name, path) => open(cookieOf(`${name} ${elsewhere}`), inProject(path)),
    openSignedOut: (path, look) => open('', `${url}${path}`, look),
  }
}
