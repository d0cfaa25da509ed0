import { command } from '../command.ts'
import { timeText } from '../output/time-text.ts'
import { text } from '../parameters.ts'
import { getFlag } from '../server/flags.ts'
import { nameActors } from '../server/name-actors.ts'
import { noteMore, pagingOptions, readPage } from './paging.ts'

export const audit = command({
  name: 'audit',
  summary: 'List who did what in a project',
  target: 'project',
  options: {
    type: text('type', 'only of this kind: flag, flag_version, proposal, environment, api_key, …'),
    id: text('id', 'only of the resource with this id'),
    flag: text('key', 'only of this flag (its creation and its metadata)', { complete: 'flag' }),
    ...pagingOptions,
  },
  examples: ['audit', 'audit --type api_key', 'audit --flag new-checkout --all --json'],
  run: async (context, { type, id, flag, ...paging }) => {
    const { api, out, project } = context
    const filter = {
      resourceType: type ?? (flag === undefined ? undefined : 'flag'),
      resourceId: id ?? (flag === undefined ? undefined : (await getFlag(context, flag)).id),
    }
    const params = { projectId: project.id }
    const page = await readPage(paging, (query) => api.listAuditLog({ params, query: { ...query, ...filter } }))
    const nameOf = await nameActors(
      api,
      page.items.map(({ actorId }) => actorId),
    )
    out.show(page, () => {
      out.table(
        ['when', 'who', 'action', 'resource', 'details'],
        page.items.map(({ createdAt, actorId, action, resourceId, meta }) => [
          timeText(createdAt),
          nameOf(actorId),
          action,
          resourceId,
          detailsText(meta),
        ]),
      )
      noteMore(out, page)
    })
  },
})

/** `environmentId` says again what `envId` says. */
const detailsText = ({ environmentId: _, ...meta }: Record<string, unknown>): string =>
  Object.entries(meta)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')
