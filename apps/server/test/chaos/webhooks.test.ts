import { expect, test, vi } from 'vitest'
import { type Receiver, startReceiver } from '../../src/testing/servers/receiver.ts'
import { startServer } from '../../src/testing/servers/server-process.ts'
import type { TestOrganization } from '../../src/testing/test-organization.ts'
import { databases } from '../process/support/databases.ts'
import { openOrganization } from '../process/support/organization.ts'
import { allow, createWebhook } from '../process/support/webhooks.ts'

/** Ends the leases, as if the killed process had taken them long ago. */
const leaseEnds = "update due set lease_us = 0 where kind = 'webhook'"

const delivered = (organization: TestOrganization, path: string, count: number) =>
  vi.waitFor(async () => {
    const deliveries = await organization.walk(`${path}/deliveries`)
    expect(deliveries.map(({ status }) => status)).toEqual(Array(count).fill('delivered'))
    return deliveries
  })

const idsOf = ({ received }: Receiver) => received.map(({ headers }) => headers['webhook-id'])

test('on SQLite what was being sent at a kill -9 is sent again, under the same id', async () => {
  await using database = await databases.SQLite()
  const receiver = await startReceiver({ reply: 'never' })
  await using first = await startServer({ ...database.settings, ...allow })
  const key = first.firstKey ?? ''
  const before = await openOrganization(key, first)
  const path = await createWebhook(before, receiver)
  await before.createFlag()
  await receiver.until(1)
  await first.kill9()
  await database.write(leaseEnds)

  receiver.reply = () => 200
  await using again = await startServer({ ...database.settings, ...allow })
  await receiver.until(2)
  const [delivery] = await delivered(await openOrganization(key, again), path, 1)
  expect(idsOf(receiver)).toEqual([delivery?.id, delivery?.id])
  expect(delivery?.attempts).toMatchObject([{ statusCode: 200 }])
})

test('of two processes on PostgreSQL one sends each message, and the other goes on where that is killed', async () => {
  await using database = await databases.PostgreSQL()
  const receiver = await startReceiver()
  await using first = await startServer({ ...database.settings, ...allow })
  await using second = await startServer({ ...database.settings, ...allow })
  const key = first.firstKey ?? ''
  const both = await openOrganization(key, first, second)
  const path = await createWebhook(both, receiver)
  for (let at = 0; at < 10; at++) await both.createFlag()
  const deliveries = await delivered(both, path, 10)
  // Each message once, in any order, since two processes send.
  expect(idsOf(receiver).toSorted()).toEqual(deliveries.map(({ id }) => id).toSorted())

  await second.kill9()
  receiver.reply = () => 'never'
  await (await openOrganization(key, first)).createFlag()
  await receiver.until(11)
  await using other = await startServer({ ...database.settings, ...allow })
  await first.kill9()
  await database.write(leaseEnds)
  receiver.reply = () => 200
  const organization = await openOrganization(key, other)
  // A new entry wakes the remaining process.
  await organization.createFlag()
  await receiver.until(13)
  await delivered(organization, path, 12)
  const [died, ...others] = idsOf(receiver).slice(10)
  expect(others).toHaveLength(2)
  expect(others.filter((id) => id === died)).toEqual([died])
})
