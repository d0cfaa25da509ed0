import { expect, test } from 'vitest'
import type { Json } from '../../src/testing/clients/answer.ts'
import { startReceiver } from '../../src/testing/servers/receiver.ts'
import { startServer } from '../../src/testing/servers/server-process.ts'
import { startHere } from '../../src/testing/servers/start-here.ts'
import { databases } from './support/databases.ts'
import { openOrganization } from './support/organization.ts'
import { allow, createWebhook } from './support/webhooks.ts'

test('what is being sent does not keep it from stopping, and is left to whoever comes next', async () => {
  await using database = await databases.SQLite()
  const receiver = await startReceiver({ reply: 'never' })
  await using server = await startHere({ ...database.settings, ...allow })
  const organization = await openOrganization(server.firstKey ?? '', server)
  const path = await createWebhook(organization, receiver)
  await organization.createFlag()
  await receiver.until(1)
  const tested = organization.post(`${path}/test`)
  await receiver.until(2)
  await server.stop()
  const { status, body } = await tested
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { statusCode: null, error: 'Bunting stopped before there was an answer.' },
  })
  expect(server.logged).toEqual([])
  const [[due], attempts] = (await database.read(
    "select lease_us as leaseUs from due where kind = 'webhook'",
    'select attempts from webhook_deliveries',
  )) as [Json[], Json[]]
  // The lease was returned: otherwise it would last for half a minute.
  expect(due?.leaseUs / 1_000).toBeLessThan(Date.now() + 1_000)
  expect(attempts).toEqual([{ attempts: '[]' }])
})

test('proxies of the environment are not used', async () => {
  await using database = await databases.SQLite()
  const [receiver, proxy] = [await startReceiver(), await startReceiver()]
  const { origin } = new URL(proxy.url)
  const proxies = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: origin, HTTPS_PROXY: origin, http_proxy: origin }
  await using server = await startServer({ ...database.settings, ...allow, ...proxies })
  const organization = await openOrganization(server.firstKey ?? '', server)
  const path = await createWebhook(organization, receiver)
  expect((await organization.post(`${path}/test`)).body).toMatchObject({ statusCode: 200 })
  expect([receiver.received.length, proxy.received.length]).toEqual([1, 0])
})
