import { expect, test, vi } from 'vitest'
import type { Answer } from '../../src/testing/clients/answer.ts'
import { startServer } from '../../src/testing/servers/server-process.ts'
import { startHere } from '../../src/testing/servers/start-here.ts'
import { config } from '../../src/testing/test-organization.ts'
import { databases } from '../process/support/databases.ts'
import { openOrganization } from '../process/support/organization.ts'
import { tally } from '../process/support/tally.ts'

test('changes over both go through while both find the database set back, and every revision leaps', async () => {
  await using database = await databases.PostgreSQL()
  await using one = await startServer(database.settings)
  await using two = await startHere(database.settings)
  const organization = await openOrganization(one.firstKey ?? '', one, two)
  const { base, at } = organization
  const answers: Answer[] = []
  let over = false
  const write = async (slugs: readonly string[]): Promise<void> => {
    const { key } = await organization.createFlag()
    for (let version = 1; !over; version++) {
      for (const slug of slugs) answers.push(await organization.put(at(key, slug), config({ version })))
      // This locks both environments.
      answers.push(await organization.patch(`${base}/flags/${key}`, { clientSafe: version % 2 === 0 }))
    }
  }
  const orders = [
    ['development', 'staging'],
    ['staging', 'development'],
  ]
  const writing = Promise.all([...orders, ...orders].map(write))
  for (let round = 0; round < 5; round++) {
    const beganMs = Date.now()
    // Like a restore, it waits for transactions that use the table.
    await database.write('truncate checkpoints')
    const below = `select id from environments where revision < ${beganMs} union all select id from api_keys where revision < ${beganMs}`
    await vi.waitFor(async () => expect(await database.read(below)).toEqual([[]]))
  }
  over = true
  await writing
  expect(Object.keys(tally(answers)).sort()).toEqual(['200', '201'])
})
