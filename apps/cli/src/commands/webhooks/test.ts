import { command } from '../../core/command.ts'
import { green, red, rich } from '../../output/rich.ts'
import { webhookArgument } from './webhook-argument.ts'

export const testWebhook = command({
  name: 'test',
  summary: 'Send a webhook a test message now, and show what it answers',
  description: 'It exits with 1 where that is no success.',
  target: 'server',
  arguments: webhookArgument,
  examples: ['webhooks test hook_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b'],
  run: async ({ api, out }, { webhook: webhookId }) => {
    const answer = await api.testWebhook({ params: { webhookId } })
    const { statusCode, error, durationMs } = answer
    const isSuccess = statusCode !== null && statusCode >= 200 && statusCode < 300
    out.show(answer, () => {
      const said = statusCode === null ? 'no answer' : `it answered ${statusCode}`
      const why = error === undefined ? '' : `: ${error}`
      out.print(rich`${isSuccess ? green('Delivered') : red('Failed')}: ${said} after ${durationMs} ms${why}`)
    })
    return isSuccess ? 'ok' : 'refused'
  },
})
