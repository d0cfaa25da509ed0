import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestServer } from '../../../../apps/server/src/testing/servers/test-server.ts'
import { config } from '../../../../apps/server/src/testing/test-organization.ts'
import { openFlags } from '../../src/index.ts'
import { openTcpProxy } from '../support/tcp-proxy.ts'

test('a network that swallows everything is noticed, and flags are current soon after it is back', async () => {
  const server = await startTestServer()
  const org = await server.newOrganization()
  const { key } = await org.createFlag()
  await org.put(org.at(key), config({ defaultValue: false }))
  const network = await openTcpProxy(server.deliveryUrl)
  const flags = openFlags({ url: network.url, key: org.key })
  onTestFinished(async () => {
    await flags.close()
    network.close()
  })
  await flags.ready()

  network.freeze()
  await vi.waitFor(() => expect(flags.status).toBe('stale'))
  await org.put(org.at(key), config({ version: 2, defaultValue: true }))
  expect(flags.boolean(key, {}, true)).toBe(false)

  network.thaw()
  await vi.waitFor(() => expect(flags.boolean(key, {}, false)).toBe(true))
})
