import { endpoints, fail } from '@bunting/contract'
import { handle } from '../http/handle.ts'

const names = [
  'createWebhook',
  'listWebhooks',
  'getWebhook',
  'updateWebhook',
  'deleteWebhook',
  'rotateWebhook',
  'testWebhook',
  'listWebhookDeliveries',
  'resendWebhookDelivery',
  'getLiveUsage',
] as const

export const unbuilt = Object.fromEntries(
  names.map((name) => [name, handle(endpoints[name], async () => fail('SERVICE_UNAVAILABLE', 'Not yet.'))]),
) as Record<(typeof names)[number], ReturnType<typeof handle>>
