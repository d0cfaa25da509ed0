import { command } from '../../core/command.ts'
import { dim, green, type Part, red } from '../../output/rich.ts'
import { listAll } from '../../server/list-all.ts'
import { noteMore, pagingOptions, readPage } from '../paging.ts'

export const listWebhooks = command({
  name: 'list',
  summary: 'List webhooks',
  target: 'server',
  options: pagingOptions,
  examples: ['webhooks list', 'webhooks list --all --json'],
  run: async ({ api, out }, input) => {
    const page = await readPage(input, (query) => api.listWebhooks({ query }))
    const isOfOne = page.items.some(({ projectId }) => projectId !== null)
    const projects = isOfOne ? await listAll((query) => api.listProjects({ query })) : []
    const slugOf = (projectId: string) => projects.find(({ id }) => id === projectId)?.slug ?? projectId
    out.show(page, () => {
      out.table(
        ['id', 'state', 'format', 'project', 'events', 'url', 'description'],
        page.items.map((webhook): Part[] => [
          webhook.id,
          stateOf(webhook),
          webhook.format,
          webhook.projectId === null ? dim('all') : slugOf(webhook.projectId),
          webhook.events.join(', '),
          webhook.url,
          webhook.description ?? '',
        ]),
      )
      noteMore(out, page)
    })
  },
})

/** A disabled webhook with a reason was disabled by the service. */
export const stateOf = ({ enabled, disabledReason }: { enabled: boolean; disabledReason: string | null }): Part => {
  if (enabled) return green('on')
  return disabledReason === null ? 'off' : red('disabled')
}
