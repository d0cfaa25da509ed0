import { command } from '../../core/command.ts'
import { dim, rich } from '../../output/rich.ts'
import { timeText } from '../../output/time-text.ts'
import { webhookArgument } from './webhook-argument.ts'

export const rotateWebhook = command({
  name: 'rotate',
  summary: 'Give a webhook a new secret',
  description:
    'It is printed this once, alone on standard output. For 24 hours the one before signs too: change it meanwhile where it is verified.',
  target: 'server',
  arguments: webhookArgument,
  examples: ['webhooks rotate hook_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b'],
  run: async ({ api, out }, { webhook: webhookId }) => {
    const answer = await api.rotateWebhook({ params: { webhookId } })
    out.show(answer, () => {
      const until = timeText(answer.previousExpiresAt)
      out.note(dim(rich`${answer.id} has a new secret; the one before ends at ${until} UTC. It is shown this once:`))
      out.print(rich`${answer.secret}`)
    })
  },
})
