import { expect, test, vi } from 'vitest'
import { startReceiver } from '../../src/testing/servers/receiver.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { createWebhook, webhookBody } from './support/webhooks.ts'

const inner = 'The address is not public, or the name leads to one that is not.'

test('an address that is not public is refused when a webhook is made or changed', async () => {
  const names: Record<string, string[]> = { 'hooks.example': ['93.184.215.14'], 'inner.example': ['10.0.0.1'] }
  const resolve = async (name: string) => names[name] ?? []
  const server = await startTestServer({ sending: { allow: 'listed.example', resolve } })
  const org = await server.newOrganization()
  const webhook = await createWebhook(org, { url: 'https://hooks.example/' })
  const refusals = {
    'https://inner.example/': inner,
    'https://127.1/': inner,
    'https://[::ffff:7f00:1]/': inner,
    'https://169.254.169.254/': inner,
    'http://hooks.example/': 'Only addresses that begin with https:// are sent to.',
    'https://nowhere.example/': 'The name was not found.',
  }
  for (const [url, message] of Object.entries(refusals)) {
    for (const answer of [
      await org.post('/v1/webhooks', webhookBody({ url })),
      await org.patch(`/v1/webhooks/${webhook.id}`, { url }),
    ]) {
      expect(answer.status).toBe(422)
      expect(answer.body.error.details).toEqual([{ path: 'url', message }])
    }
  }
  expect(await org.walk('/v1/webhooks')).toHaveLength(1)
})

test('a name that is public when the webhook is made and loopback at the try: nothing arrives there', async () => {
  const receiver = await startReceiver()
  let addresses = ['93.184.215.14']
  const server = await startTestServer({ sending: { allow: 'listed.example', resolve: async () => addresses } })
  const org = await server.newOrganization()
  const webhook = await createWebhook(org, { url: `https://hooks.example:${receiver.port}/`, events: ['flag.'] })
  addresses = ['127.0.0.1']
  await org.createFlag()
  const delivery = await vi.waitFor(async () => {
    const [found] = await org.walk(`/v1/webhooks/${webhook.id}/deliveries`)
    expect(found?.attempts).toHaveLength(1)
    return found
  })
  expect(delivery).toMatchObject({ status: 'waiting', attempts: [{ statusCode: null, error: inner }] })
  expect(receiver.received).toEqual([])
})
