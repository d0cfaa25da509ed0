import { expect, test, vi } from 'vitest'
import { openRandomChanges } from '../../src/testing/random-changes.ts'
import { startHere } from '../../src/testing/servers/start-here.ts'
import { config } from '../../src/testing/test-organization.ts'
import { expectAsStored, openPublished } from './support/published.ts'

for (const [name, instances] of [
  ['SQLite', 1],
  ['PostgreSQL', 2],
] as const) {
  test(`${name}: through Redis whoever follows by patches has what the database says, whatever several writers do`, async () => {
    const published = await openPublished(name, instances, startHere)
    const { organization, reader } = published
    const changeAny = await openRandomChanges(organization)
    let left = 40
    const write = async (): Promise<void> => {
      while (left-- > 0) await changeAny(7_000 + left)
    }
    const follow = async (): Promise<void> => {
      while (left > 0) await reader.follow()
    }
    await Promise.all([follow(), write(), write(), write()])
    await expectAsStored(published)
    expect(reader.patches).toBeGreaterThan(reader.wholes)
    expect(published.first.logged.join('')).not.toContain('user_script')
  })
}

test('a change writes what it touched, and leaves the rest as it is', async () => {
  const { organization, environmentId, neighbour, reader } = await openPublished('SQLite', 1, startHere)
  const [one, other] = [await organization.createFlag(), await organization.createFlag()]
  for (const { key } of [one, other]) await organization.put(organization.at(key), config())
  const fields = () => neighbour.hgetall(`bunting:bundle:2:{bunting:bundle:${environmentId}}`)
  const before = await vi.waitFor(async () => {
    const published = await fields()
    expect(Object.keys(published)).toEqual(expect.arrayContaining([`f:${one.key}`, `f:${other.key}`]))
    return published
  })
  // Writing the whole bundle would overwrite this.
  await neighbour.hset(`bunting:bundle:2:{bunting:bundle:${environmentId}}`, `f:${other.key}`, 'untouched')
  await organization.put(organization.at(one.key), config({ version: 2 }))
  const after = await vi.waitFor(async () => {
    const published = await fields()
    expect(published[`f:${one.key}`]).not.toBe(before[`f:${one.key}`])
    return published
  })
  expect(after[`f:${other.key}`]).toBe('untouched')
  // Reading the whole bundle notices the damage, and it is published again.
  await expect(reader.whole()).rejects.toThrow('checksum')
  await vi.waitFor(async () => expect((await fields())[`f:${other.key}`]).toBe(before[`f:${other.key}`]))
  await organization.patch(`${organization.base}/flags/${one.key}`, { archived: true })
  await vi.waitFor(async () => expect(Object.keys(await fields())).not.toContain(`f:${one.key}`))
})
