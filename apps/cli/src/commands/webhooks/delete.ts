import { command } from '../../core/command.ts'
import { switched } from '../../core/parameters.ts'
import { green, rich } from '../../output/rich.ts'
import { webhookArgument } from './webhook-argument.ts'

export const deleteWebhook = command({
  name: 'delete',
  summary: 'Delete a webhook, for good',
  description: 'Its deliveries go with it.',
  target: 'server',
  arguments: webhookArgument,
  options: { yes: switched('do not ask') },
  examples: ['webhooks delete hook_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b --yes'],
  run: async ({ api, ask, out }, { webhook: webhookId, yes }) => {
    await ask.confirm(`Delete ${webhookId} and its deliveries for good?`, yes)
    const answer = await api.deleteWebhook({ params: { webhookId } })
    out.show(answer, () => out.note(rich`${green('Deleted')} ${answer.id}.`))
  },
})
