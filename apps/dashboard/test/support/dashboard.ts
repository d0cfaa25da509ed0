import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@bunting/contract'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { startHere } from '../../../server/src/testing/start-here.ts'
import { seed } from '../../seed.ts'
import { returnFront, takeFront } from './front.ts'
import { addMembers, elsewhere, type Members, sessionCookie } from './members.ts'
import { type Look, openWindows } from './windows.ts'

type Options = {
  seeded?: boolean
  /** Further people, by name. */
  members?: Members
  /** Writes what no API can into the data of the server, which is stopped for it. */
  fill?(dataDir: string): Promise<void>
  /** Further settings of the server. */
  settings?: Record<string, string>
}

export type Dashboard = {
  url: string
  deliveryUrl: string
  /** The API as a server key, which is another actor than the person at the browser. */
  api: Client
  key: string
  projectId: string
  /** Environment ids by slug. */
  environments: Record<string, string>
  /** A browser of somebody who is signed in, a local admin, at a path of the project (`/flags`) or of the site (`//docs`). */
  open(path: string, look?: Look): Promise<Page>
  /** A browser of one of the `members`, by name. */
  openAs(name: string, path: string, look?: Look): Promise<Page>
  /** Another browser of one of them, with a session of its own. */
  openElsewhere(name: string, path: string): Promise<Page>
  /** A browser of somebody who is not. */
  openSignedOut(path: string, look?: Look): Promise<Page>
}

/** The real server with the built dashboard, for one test file; `seeded` with flags in every state (see seed.ts). What goes wrong in a page fails the file. */
export const startDashboard = async (options: Options = {}): Promise<Dashboard> => {
  const { seeded = false, members, fill, settings = {} } = options
  const folder = await mkdtemp(join(tmpdir(), 'bunting-dashboard-'))
  const front = await takeFront()
  const start = () => startHere({ BUNTING_DATA_DIR: folder, BUNTING_PUBLIC_URL: front.url, ...settings })
  const firstStart = await start()
  const isFilled = members !== undefined || fill !== undefined
  if (isFilled) await firstStart.stop()
  const secrets = members ? await addMembers(folder, members) : {}
  await fill?.(folder)
  const server = isFilled ? await start() : firstStart
  const problems: string[] = []
  afterAll(async () => {
    await server.stop()
    returnFront(front)
    await rm(folder, { recursive: true, force: true })
    expect(problems).toEqual([])
  })

  const { managementUrl, deliveryUrl, signInLink = '' } = server
  front.lead(managementUrl)
  const { url } = front
  const { firstKey: key = '' } = firstStart
  const api = createClient({ baseUrl: managementUrl, key })
  if (seeded) await seed(api)
  const projectId = (await api.listProjects({})).items[0]?.id ?? ''
  const { items } = await api.listEnvironments({ params: { projectId } })
  const environments = Object.fromEntries(items.map(({ slug, id }) => [slug, id]))

  const openWindow = openWindows(problems, url)
  const signIn = async (context: BrowserContext): Promise<void> => {
    await context.request.get(signInLink, { maxRedirects: 0 })
  }
  const signInAs = (name: string) => (context: BrowserContext) =>
    context.addCookies([sessionCookie(url, secrets[name] ?? '')])
  const inProject = (path: string): string => `${url}/projects/${projectId}${path}`
  return {
    url,
    deliveryUrl,
    api,
    key,
    projectId,
    environments,
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
