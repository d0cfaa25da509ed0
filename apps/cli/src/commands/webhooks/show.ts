import { command } from '../../core/command.ts'
import { bold, dim, rich } from '../../output/rich.ts'
import { timeText } from '../../output/time-text.ts'
import { nameActors } from '../../server/name-actors.ts'
import { stateOf } from './list.ts'
import { webhookArgument } from './webhook-argument.ts'

export const showWebhook = command({
  name: 'show',
  summary: 'Show a webhook',
  target: 'server',
  arguments: webhookArgument,
  examples: ['webhooks show hook_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b'],
  run: async ({ api, out }, { webhook: webhookId }) => {
    const webhook = await api.getWebhook({ params: { webhookId } })
    const nameOf = await nameActors(api, [webhook.createdBy])
    const of = webhook.projectId && (await api.getProject({ params: { projectId: webhook.projectId } })).slug
    out.show(webhook, () => {
      out.print(rich`${bold(webhook.url)}  ${stateOf(webhook)}  ${dim(webhook.format)}`)
      if (webhook.description) out.print(rich`${webhook.description}`)
      if (webhook.disabledReason !== null) out.print(rich`${webhook.disabledReason}`)
      out.print(rich`Of ${of ?? 'every project'}: ${webhook.events.join(', ')}`)
      out.print(rich`Made by ${nameOf(webhook.createdBy)}, ${timeText(webhook.createdAt)}.`)
      out.note(dim(rich`What it was sent: bunting webhooks deliveries ${webhook.id}`))
    })
  },
})
