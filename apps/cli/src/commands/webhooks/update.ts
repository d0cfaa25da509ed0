import { command } from '../../core/command.ts'
import { wrongUse } from '../../core/failure.ts'
import { either, removable, text } from '../../core/parameters.ts'
import { green, rich } from '../../output/rich.ts'
import { eventOption, readEvents } from './event-option.ts'
import { webhookArgument } from './webhook-argument.ts'

export const updateWebhook = command({
  name: 'update',
  summary: 'Change a webhook, or turn it on or off',
  description:
    'The events that you name take the place of those before. One that is turned on again is sent what happens from then on.',
  target: 'server',
  arguments: webhookArgument,
  options: {
    url: text('url', 'where to: https://…'),
    ...eventOption,
    description: removable('text', 'what it is for; --no-description for nothing'),
    enabled: either('whether it is sent anything'),
  },
  examples: [
    'webhooks update hook_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b --event flag.,schedule.',
    'webhooks update hook_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b --no-enabled',
  ],
  run: async ({ api, out }, { webhook: webhookId, url, event, description, enabled }) => {
    const body = {
      ...(url === undefined ? {} : { url }),
      ...(event === undefined ? {} : { events: readEvents(event) }),
      ...(description === undefined ? {} : { description: description === false ? null : description }),
      ...(enabled === undefined ? {} : { enabled }),
    }
    if (Object.keys(body).length === 0)
      wrongUse('Nothing is said to change.', '--url, --event, --description or --enabled')
    const webhook = await api.updateWebhook({ params: { webhookId }, body })
    out.show(webhook, () => out.note(rich`${green('Updated')} ${webhook.id}.`))
  },
})
