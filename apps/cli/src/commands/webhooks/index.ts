import type { Group } from '../../core/command.ts'
import { createWebhook } from './create.ts'
import { deleteWebhook } from './delete.ts'
import { listDeliveries, resendDelivery } from './deliveries.ts'
import { listWebhooks } from './list.ts'
import { rotateWebhook } from './rotate.ts'
import { showWebhook } from './show.ts'
import { testWebhook } from './test.ts'
import { updateWebhook } from './update.ts'

export const webhooks: Group = {
  name: 'webhooks',
  summary: 'Webhooks: who is told of what is done',
  commands: [
    listWebhooks,
    createWebhook,
    showWebhook,
    updateWebhook,
    deleteWebhook,
    rotateWebhook,
    testWebhook,
    listDeliveries,
    resendDelivery,
  ],
}
