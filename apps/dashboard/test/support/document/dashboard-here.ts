import type { Page } from 'playwright-core'
import { afterAll, afterEach } from 'vitest'
import type { Dashboard } from '../dashboard.ts'
import { returnFront, takeFront } from '../front.ts'
import { goToAddress } from '../go-to.ts'
import { elsewhere, sessionCookie } from '../members.ts'
import { type SiteOptions, startSite } from '../site.ts'
import type { Look } from '../windows.ts'
import { followSignIn, Network } from './network.ts'
import { DocumentPage } from './page.ts'

/** Pages whose app has forgotten its person, with their addresses; the next tests reuse them, even in other files. */
const atRest: { page: DocumentPage; url: string }[] = []

const takeRested = (url: string): DocumentPage | undefined => {
  const at = atRest.findIndex((one) => one.url === url)
  return at < 0 ? undefined : atRest.splice(at, 1)[0]?.page
}

/**
 * The real server with the built dashboard in a document of this process, for one test file. For behaviour, at a small
 * part of a browser's cost. Nothing is drawn: for looks, positions and behaviour of the browser itself use
 * `startDashboard`.
 */
export const startDashboardHere = async (options: SiteOptions = {}): Promise<Dashboard> => {
  const front = await takeFront()
  const { url } = front
  const { site, managementUrl, signInLink, secrets, problems } = await startSite(options, { BUNTING_PUBLIC_URL: url })
  front.lead(managementUrl)
  afterAll(() => returnFront(front))

  const pages: DocumentPage[] = []
  afterEach(async ({ task }) => {
    for (const page of pages.splice(0)) {
      if (task.result?.state !== 'fail' && (await page.rest())) atRest.push({ page, url })
      else await page.close()
    }
  })

  const open = async (cookie: string, address: string, look?: Look): Promise<Page> => {
    const rested = look || !address.startsWith(`${url}/projects/`) ? undefined : takeRested(url)
    const here = rested ?? new DocumentPage(new Network(url), address, look)
    here.take(cookie, problems)
    pages.push(here)
    // The part of a `Page` that tests may use; any other method is missing here.
    const page = here as unknown as Page
    await (rested ? goToAddress(page, address) : page.reload())
    return page
  }
  let signedIn: Promise<string> | undefined
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
