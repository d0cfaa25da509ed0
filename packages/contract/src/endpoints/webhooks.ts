import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { body, id, maybeList } from '../schemas/common.ts'
import { page, paging } from '../schemas/paging.ts'
import {
  createdWebhookSchema,
  rotatedWebhookSchema,
  webhookDeliverySchema,
  webhookDescription,
  webhookEvents,
  webhookFormat,
  webhookSchema,
  webhookTestSchema,
  webhookUrl,
} from '../schemas/webhook.ts'
import { someField } from './some-field.ts'

const tag = 'Webhooks'

export const createWebhook = endpoint({
  method: 'POST',
  path: '/v1/webhooks',
  tag,
  summary: 'Create a webhook',
  description:
    'By Standard Webhooks 1.0: verify what comes with any of its libraries. Addresses that are not public are a 422, unless the operator allows them (`BUNTING_WEBHOOK_ALLOW`). Needs the Pro or Enterprise plan.',
  access: 'admin',
  body: body({
    url: webhookUrl,
    events: webhookEvents,
    projectId: z.string().optional().meta({ description: 'Only of this project; of all where absent.' }),
    description: webhookDescription.optional(),
    format: webhookFormat,
  }),
  answers: { 201: createdWebhookSchema },
  errors: ['UPGRADE_REQUIRED'],
})

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/v1/webhooks',
  tag,
  summary: 'List webhooks',
  access: 'admin',
  query: z.object(paging),
  answers: { 200: page(webhookSchema) },
})

export const getWebhook = endpoint({
  method: 'GET',
  path: '/v1/webhooks/{webhookId}',
  tag,
  summary: 'Read a webhook',
  access: 'admin',
  answers: { 200: webhookSchema },
})

export const updateWebhook = endpoint({
  method: 'PATCH',
  path: '/v1/webhooks/{webhookId}',
  tag,
  summary: 'Update a webhook',
  description: 'One that is enabled again is sent what happens from then on.',
  access: 'admin',
  body: someField(
    body({
      url: webhookUrl.optional(),
      events: maybeList(webhookEvents),
      description: webhookDescription.optional(),
      enabled: z.boolean().optional(),
    }),
  ),
  answers: { 200: webhookSchema },
  errors: ['UPGRADE_REQUIRED'],
})

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/v1/webhooks/{webhookId}',
  tag,
  summary: 'Delete a webhook',
  description: 'Its deliveries go with it.',
  access: 'admin',
  answers: { 200: z.object({ id: id('hook') }) },
})

export const rotateWebhook = endpoint({
  method: 'POST',
  path: '/v1/webhooks/{webhookId}/rotate',
  tag,
  summary: 'Give a webhook a new secret',
  description: 'The earlier one signs too for 24 hours: whoever verifies by either finds a signature that fits.',
  access: 'admin',
  answers: { 200: rotatedWebhookSchema },
})

export const testWebhook = endpoint({
  method: 'POST',
  path: '/v1/webhooks/{webhookId}/test',
  tag,
  summary: 'Send a webhook a test message',
  description: 'Of the type `webhook.test`, once, now, whether it is enabled or not. It is no delivery.',
  access: 'admin',
  answers: { 200: webhookTestSchema },
  errors: ['UPGRADE_REQUIRED'],
})

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/v1/webhooks/{webhookId}/deliveries',
  tag,
  summary: 'List the deliveries of a webhook',
  description: 'Kept for 30 days.',
  access: 'admin',
  query: z.object(paging),
  answers: { 200: page(webhookDeliverySchema) },
})

export const resendWebhookDelivery = endpoint({
  method: 'POST',
  path: '/v1/webhooks/{webhookId}/deliveries/{messageId}/resend',
  tag,
  summary: 'Send a delivery again',
  description:
    'Now, under the same id, and with all its tries. A 409 where it waits to be tried anyway, or where the webhook is disabled.',
  access: 'admin',
  answers: { 202: webhookDeliverySchema },
  errors: ['UPGRADE_REQUIRED', 'CONFLICT'],
})
