import type { Receiver } from '../../../src/testing/servers/receiver.ts'
import type { TestOrganization } from '../../../src/testing/test-organization.ts'

/** Allows the receivers of tests, which are on this machine. */
export const allow = { BUNTING_WEBHOOK_ALLOW: '127.0.0.0/8' }

export const createWebhook = async (organization: TestOrganization, { url }: Receiver) => {
  const { body } = await organization.post('/v1/webhooks', { url, events: ['flag.created'] })
  return `/v1/webhooks/${body.id}`
}
