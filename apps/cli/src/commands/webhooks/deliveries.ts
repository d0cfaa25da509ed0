import type { DeliveryStatus } from '@bunting/contract'
import { command } from '../../core/command.ts'
import { required } from '../../core/parameters.ts'
import { green, type Part, type Rich, red, rich, yellow } from '../../output/rich.ts'
import { timeText } from '../../output/time-text.ts'
import { noteMore, pagingOptions, readPage } from '../paging.ts'
import { webhookArgument } from './webhook-argument.ts'

const states: Record<DeliveryStatus, Rich> = {
  waiting: yellow('waiting'),
  delivered: green('delivered'),
  failed: red('failed'),
}

export const listDeliveries = command({
  name: 'deliveries',
  summary: 'List what a webhook was sent, and what it answered',
  description: 'Kept for 30 days.',
  target: 'server',
  arguments: webhookArgument,
  options: pagingOptions,
  examples: ['webhooks deliveries hook_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b'],
  run: async ({ api, out }, { webhook: webhookId, ...paging }) => {
    const page = await readPage(paging, (query) => api.listWebhookDeliveries({ params: { webhookId }, query }))
    out.show(page, () => {
      out.table(
        ['id', 'status', 'type', 'tries', 'last try', 'answer', 'next try'],
        page.items.map(({ id, status, type, attempts, nextAttemptAt }): Part[] => {
          const last = attempts.at(-1)
          return [
            id,
            states[status],
            type,
            attempts.length,
            last ? timeText(last.at) : '',
            last ? (last.error ?? last.statusCode ?? '') : '',
            nextAttemptAt === null ? '' : timeText(nextAttemptAt),
          ]
        }),
      )
      noteMore(out, page)
    })
  },
})

export const resendDelivery = command({
  name: 'resend',
  summary: 'Send a webhook something again, now',
  description: 'Under the same id, and with all its tries.',
  target: 'server',
  arguments: { ...webhookArgument, message: required('the id of the delivery: msg_…') },
  examples: ['webhooks resend hook_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b msg_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b'],
  run: async ({ api, out }, { webhook: webhookId, message: messageId }) => {
    const answer = await api.resendWebhookDelivery({ params: { webhookId, messageId } })
    out.show(answer, () => out.note(rich`${green('Sending')} ${answer.id} (${answer.type}) again.`))
  },
})
