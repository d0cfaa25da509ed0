import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@bunting/contract'
import { afterAll, expect } from 'vitest'
import { startHere } from '../../../server/src/testing/servers/start-here.ts'
import { seed } from '../../seed.ts'
import { addMembers, type Members } from './members.ts'

export type SiteOptions = {
  /** With flags in every state: see seed.ts. */
  seeded?: boolean
  /** Further people, by name. */
  members?: Members
  /** Writes things that the API cannot create into the server's data, while the server is stopped. */
  fill?(dataDir: string): Promise<void>
  /** Further settings of the server. */
  settings?: Record<string, string>
}

export type Site = {
  deliveryUrl: string
  /** The API as a server key, which is another actor than the person at the dashboard. */
  api: Client
  key: string
  projectId: string
  /** Environment ids by slug. */
  environments: Record<string, string>
}

/** The real server for one test file, with what is needed to open it. Any problem in a page fails the file. */
export const startSite = async (options: SiteOptions, settings: Record<string, string> = {}) => {
  const { seeded = false, members, fill } = options
  const folder = await mkdtemp(join(tmpdir(), 'bunting-dashboard-'))
  // Members of tests have just joined, but may approve.
  const usual = { BUNTING_DATA_DIR: folder, BUNTING_STRICT_REVIEWER_HOURS: '0' }
  const start = () => startHere({ ...usual, ...settings, ...options.settings })
  const firstStart = await start()
  const isFilled = members !== undefined || fill !== undefined
  if (isFilled) await firstStart.stop()
  const secrets = members ? await addMembers(folder, members) : {}
  await fill?.(folder)
  const server = isFilled ? await start() : firstStart
  const problems: string[] = []
  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
    expect(problems).toEqual([])
  })

  const { managementUrl, deliveryUrl, signInLink = '' } = server
  const { firstKey: key = '' } = firstStart
  const api = createClient({ baseUrl: managementUrl, key })
  if (seeded) await seed(api)
  const projectId = (await api.listProjects({})).items[0]?.id ?? ''
  const { items } = await api.listEnvironments({ params: { projectId } })
  const environments = Object.fromEntries(items.map(({ slug, id }) => [slug, id]))
  const site: Site = { deliveryUrl, api, key, projectId, environments }
  return { site, managementUrl, signInLink, secrets, problems }
}
