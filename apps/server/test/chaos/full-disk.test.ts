import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startServer } from '../../src/testing/servers/server-process.ts'
import { startPostgres } from '../../src/testing/services.ts'
import { config } from '../../src/testing/test-organization.ts'
import { openOrganization } from '../process/support/organization.ts'
import { mountSmallDisk } from './support/small-disk.ts'

type Disk = Awaited<ReturnType<typeof mountSmallDisk>>

/** The data folder of each database, on a small disk of its own, and the settings for it. */
const databases = {
  SQLite: async () => {
    const disk = await mountSmallDisk(24)
    return { disk, settings: { BUNTING_DATA_DIR: disk.folder } }
  },
  PostgreSQL: async () => {
    const disk = await mountSmallDisk(256)
    const folder = join(disk.folder, 'postgres')
    await mkdir(folder)
    const postgres = await startPostgres(folder)
    onTestFinished(() => postgres.stop())
    return { disk, settings: { DATABASE_URL: postgres.url } }
  },
}

const readiness = async (url: string) => {
  const response = await fetch(`${url}/readyz`)
  return [response.status, await response.json()]
}
const degraded = [200, { status: 'ready', degraded: ['database'] }]

const openOn = async ({ settings }: { disk: Disk; settings: Record<string, string> }) => {
  const server = await startServer(settings)
  onTestFinished(async () => void (await server.stop()))
  const organization = await openOrganization(server.firstKey ?? '', server)
  const flag = await organization.createFlag({ type: 'number' })
  await organization.put(organization.at(flag.key), config({ version: 1, defaultValue: 1 }))
  const segment = await organization.createSegment({})
  /** Saves more than fits into the space that the database has already allocated. */
  const save = (version: number) => {
    const included = Array.from({ length: 4_000 }, () => randomBytes(32).toString('hex'))
    return organization.put(organization.segmentAt(segment.key), { version, included })
  }
  const { evaluate } = deliveryClient(server.deliveryUrl, organization.key)
  const told = (words: string) => server.stderr().split(words).length - 1
  const { key: unused } = await organization.createKey()
  return { server, organization, save, evaluate: () => evaluate(flag.key), told, unused }
}

test.each(Object.entries(databases))(
  'on %s a full disk is named, everything else goes on, and it heals by itself',
  async (_, open) => {
    const opened = await open()
    const { server, organization, save, evaluate, told, unused } = await openOn(opened)
    expect((await save(1)).status).toBe(201)
    await opened.disk.fill()
    for (let saves = 0; saves < 3; saves++) {
      expect(await save(2)).toMatchObject({
        status: 503,
        body: {
          error: { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('The disk of the database is full') },
        },
      })
    }
    expect(await readiness(server.managementUrl)).toEqual(degraded)
    expect(await (await fetch(`${server.managementUrl}/metrics`)).text()).toContain('bunting_database_unwritable 1')
    expect(told('the disk of the database is full')).toBe(1)
    expect((await organization.get('/v1/projects')).status).toBe(200)
    // That a key was used cannot be recorded, and it reads all the same.
    expect((await organization.get('/v1/projects', unused)).status).toBe(200)
    expect(await evaluate()).toMatchObject({ status: 200, body: { value: 1 } })

    await opened.disk.makeRoom()
    await vi.waitFor(async () => expect(await readiness(server.managementUrl)).toEqual([200, { status: 'ready' }]))
    expect(told('the database can be written to again')).toBe(1)
    expect((await save(2)).status).toBe(201)
    expect(await (await fetch(`${server.managementUrl}/metrics`)).text()).toContain('bunting_database_unwritable 0')
  },
)
