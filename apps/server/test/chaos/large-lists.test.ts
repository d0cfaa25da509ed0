import { randomUUID } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { type ServerProcess, startServer } from '../../src/testing/servers/server-process.ts'
import { databases, makeDataDir } from '../process/support/databases.ts'
import { openOrganization } from '../process/support/organization.ts'
import { mountSmallDisk } from './support/small-disk.ts'

const rounds = 5
/** Several megabytes of parts: they are staged. */
const count = 400_000

const lineOf = (round: number, at: number) => `user-${round}-${at}\n`

/** All ids of a round, which are in no other; `sent` hears of the bytes so far. */
async function* linesOf(round: number, sent: (share: number) => void = () => undefined): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < count; at += 10_000) {
    sent(at / count)
    yield Buffer.from(Array.from({ length: 10_000 }, (_, each) => lineOf(round, at + each)).join(''))
  }
  sent(1)
}

type Organization = Awaited<ReturnType<typeof openOrganization>>

const replaceBy = async (url: string, organization: Organization, path: string, lines: AsyncGenerator<Uint8Array>) =>
  fetch(`${url}${path}?op=replace`, {
    method: 'POST',
    headers: { authorization: `Bearer ${organization.key}`, 'content-type': 'text/plain' },
    body: lines as unknown as BodyInit,
    duplex: 'half',
  } as RequestInit)

/** Of uploads under way. */
const isOurs = (file: string) => file.startsWith('upload-')

/** Parts of neither a version nor a proposal. */
const leftovers = `select count(*) as count from list_parts where owner_id not in (select id from segment_versions)
  and owner_id not in (select id from proposals)`

for (const [name, open] of Object.entries(databases)) {
  test(`on ${name} a kill -9 at any byte of an upload leaves the list whole, and nothing else behind`, async () => {
    await using database = await open()
    const scratch = database.settings.BUNTING_DATA_DIR ?? (await makeDataDir())
    const settings = { ...database.settings, BUNTING_DATA_DIR: scratch }
    const first = await startServer(settings)
    const key = first.firstKey ?? ''
    const before = await openOrganization(key, first)
    const segment = await before.uploadSegment('nobody')
    await first.stop()

    let known = { round: 0, version: 1 }
    for (let round = 1; round <= rounds; round++) {
      await using server = await startServer(settings)
      const organization = await openOrganization(key, server)
      const path = `${organization.segmentAt(segment.key)}/ids`
      const kill = { at: Math.random() * 1.2, afterMs: Math.random() * 600 }
      const lines = linesOf(round, (share) => {
        if (share >= Math.min(kill.at, 1)) setTimeout(server.kill9, kill.at > 1 ? kill.afterMs : 0)
      })
      const answered = await replaceBy(server.managementUrl, organization, path, lines).then(
        (response) => response.status,
        () => undefined,
      )
      await server.kill9()
      expect([200, undefined]).toContain(answered)

      // A process that dies in the moment in which it makes a file leaves its name.
      await writeFile(join(scratch, `upload-${randomUUID()}`), '')
      // As if the time were over that the writer of the parts had.
      await database.write(`update due set at_us = 0 where kind = 'listParts'`)
      await using next = await startServer(settings)
      const again = await openOrganization(key, next)
      const [latest] = await again.walk(`${path}/versions`)
      if (answered === 200) expect(latest.version).toBe(known.version + 1)
      expect([known.version, known.version + 1]).toContain(latest.version)
      if (latest.version > known.version) known = { round, version: latest.version }
      expect(latest.size).toBe(known.round === 0 ? 1 : count)
      const asked =
        known.round === 0 ? ['nobody'] : [0, count / 2, count - 1].map((at) => lineOf(known.round, at).trim())
      for (const id of asked) {
        expect((await again.post(`${path}/contains`, { id })).body, id).toEqual({
          contains: true,
          version: known.version,
        })
      }
      await vi.waitFor(async () => {
        const [[left]] = (await database.read(leftovers)) as [[{ count: number }]]
        expect(Number(left.count)).toBe(0)
      })
      expect((await readdir(scratch)).filter(isOurs)).toEqual([])
      await next.stop()
    }
  })
}

test('on SQLite a full disk refuses an upload, which changes nothing, and takes it once there is room', async () => {
  const disk = await mountSmallDisk(48)
  await using server = await startServer({ BUNTING_DATA_DIR: disk.folder })
  await expectRefused(server, disk)
})

test('on SQLite so does one with room for what is read, and none for the list', async () => {
  const disk = await mountSmallDisk(48)
  await using server = await startServer({ BUNTING_DATA_DIR: disk.folder })
  // What is read and sorted takes 6.4 MB, and the list half of that.
  await expectRefused(server, disk, 8_500_000, 'The disk of the database is full')
})

test('on PostgreSQL so does one without room for what is read', async () => {
  const disk = await mountSmallDisk(48)
  await using database = await databases.PostgreSQL()
  await using server = await startServer({ ...database.settings, BUNTING_DATA_DIR: disk.folder })
  await expectRefused(server, disk)
})

const expectRefused = async (
  server: ServerProcess,
  disk: Awaited<ReturnType<typeof mountSmallDisk>>,
  leftBytes = 0,
  message = 'no room',
) => {
  const organization = await openOrganization(server.firstKey ?? '', server)
  const segment = await organization.uploadSegment('nobody')
  const path = `${organization.segmentAt(segment.key)}/ids`
  const upload = () => replaceBy(server.managementUrl, organization, path, linesOf(1))
  const latest = async () => (await organization.walk(`${path}/versions`))[0]
  await disk.fill(leftBytes)
  const refused = await upload()
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ error: { message: expect.stringContaining(message) } })
  expect((await readdir(disk.folder)).filter(isOurs)).toEqual([])
  expect(await latest()).toMatchObject({ version: 1, size: 1 })
  await disk.makeRoom()
  await vi.waitFor(async () => expect((await upload()).status).toBe(200))
  expect(await latest()).toMatchObject({ version: 2, size: count })
}
