import { command } from '../../core/command.ts'
import { wrongUse } from '../../core/failure.ts'
import { oneOf, required, text } from '../../core/parameters.ts'
import { dim, rich } from '../../output/rich.ts'
import { findProject } from '../../server/find-project.ts'
import { eventOption, readEvents } from './event-option.ts'

export const createWebhook = command({
  name: 'create',
  summary: 'Tell an address of what is done, by Standard Webhooks or in Slack',
  description: 'What is sent is signed with a secret, which is printed this once, alone on standard output.',
  target: 'server',
  arguments: { url: required('where to: https://…') },
  options: {
    ...eventOption,
    project: text('slug', 'only what is done in this project (default: in all)', { complete: 'project' }),
    description: text('text', 'what it is for'),
    format: oneOf(
      'format',
      ['standard', 'slack'],
      'slack: sentences for an incoming webhook of Slack (default: standard)',
    ),
  },
  examples: [
    'webhooks create https://example.com/hooks/bunting --event flag. --event schedule.',
    'webhooks create https://hooks.slack.com/services/T0/B0/x --event "*" --format slack --project shop',
  ],
  run: async ({ api, out }, { url, event, project, description, format }) => {
    const events = readEvents(event ?? wrongUse('Of what is it told?', '--event flag. or --event "*"'))
    const body = {
      url,
      events,
      ...(project === undefined ? {} : { projectId: (await findProject(api, project)).id }),
      ...(description === undefined ? {} : { description }),
      ...(format === undefined ? {} : { format }),
    }
    const webhook = await api.createWebhook({ body })
    out.show(webhook, () => {
      out.note(dim(rich`${webhook.id} is told of ${events.join(', ')}. Its secret is shown this once:`))
      out.print(rich`${webhook.secret}`)
      out.note(dim(rich`Try it: bunting webhooks test ${webhook.id}`))
    })
  },
})
