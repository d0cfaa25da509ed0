import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { createWebhook, webhookBody } from '../api/support/webhooks.ts'

const refused = 'leads to an address that is not public'
const server = await startTestServer({
  webhooks: {
    check: async (url) => (new URL(url).hostname === 'inside.example' ? refused : undefined),
    test: async ({ secrets }) => ({ statusCode: 204, durationMs: secrets.length }),
  },
})

test('an organization has so many webhooks and not one more, however many are made at once', async () => {
  const other = await server.newOrganization('pro')
  await Promise.all(Array.from({ length: 18 }, () => createWebhook(other)))
  const answers = await Promise.all(Array.from({ length: 6 }, () => other.post('/v1/webhooks', webhookBody())))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403, 403, 403])
  expect(answers.find(({ status }) => status === 403)?.body.error).toEqual({
    code: 'UPGRADE_REQUIRED',
    message:
      'The Pro plan has 20 webhooks in an organization, disabled ones counted, and there are 20: delete one that nobody needs, or ask whoever runs Bunting for a larger plan.',
  })
})
