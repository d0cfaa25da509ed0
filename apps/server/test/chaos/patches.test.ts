import { expect, test, vi } from 'vitest'
import { startServer } from '../../src/testing/servers/server-process.ts'
import { config } from '../../src/testing/test-organization.ts'
import { openOrganization } from '../process/support/organization.ts'
import { expectAsStored, openPublished } from '../process/support/published.ts'

for (const name of ['SQLite', 'PostgreSQL'] as const) {
  test(`${name}: a change whose writer was killed before it was published is published by the next`, async () => {
    const published = await openPublished(name, 1, startServer)
    const { organization, redis, reader, first, startAnother, key } = published
    const flag = await organization.createFlag()
    await organization.put(organization.at(flag.key), config())
    await reader.follow()
    redis.pause()
    // The change is saved but not published, and the answer waits for that.
    const answer = organization.put(organization.at(flag.key), config({ version: 2 })).catch(() => undefined)
    const saved = async () => (await organization.get(`${organization.at(flag.key)}/versions/2`)).status
    await vi.waitFor(async () => expect(await saved()).toBe(200))
    await first.kill9()
    redis.resume()
    await answer
    const next = await startAnother()
    const reopened = { ...published, organization: await openOrganization(key, next) }
    await vi.waitFor(async () => {
      await reader.follow()
      expect(reader.entries.get(`f:${flag.key}`)).toContain('"version":2')
    })
    await expectAsStored(reopened)
  })
}
