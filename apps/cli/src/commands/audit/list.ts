import { command } from '../../core/command.ts'
import { text } from '../../core/parameters.ts'
import { timeText } from '../../output/time-text.ts'
import { findEnvironment } from '../../server/find-environment.ts'
import { getFlag } from '../../server/flags.ts'
import { nameActors } from '../../server/name-actors.ts'
import { getSegment } from '../../server/segments.ts'
import { noteMore, pagingOptions, readPage } from '../paging.ts'
import { spanOptions } from './span-options.ts'

export const listAudit = command({
  name: 'list',
  summary: 'List who did what in a project',
  description: 'What concerns the whole organization, such as who signed in, is in the list of every project.',
  target: 'project',
  options: {
    type: text('type', 'only of this kind: flag, flag_version, proposal, environment, api_key, …'),
    id: text('id', 'only of the resource with this id'),
    flag: text('key', 'only of this flag (its creation and its metadata)', { complete: 'flag' }),
    segment: text('key', 'only of this segment, likewise', { complete: 'segment' }),
    actor: text('id', 'only by this key or user, or by the operator'),
    action: text('action', 'only this action, or all that begin so: flag.proposal, session, …'),
    env: text('slug', 'only about this environment', { complete: 'environment' }),
    ...spanOptions,
    ...pagingOptions,
  },
  examples: [
    'audit list',
    'audit list --type api_key',
    'audit list --action session.refused --from 2026-01-01',
    'audit list --env production --flag new-checkout --all --json',
  ],
  run: async (context, { type, id, flag, segment, actor, action, env, from, to, ...paging }) => {
    const { api, out, project } = context
    const about = await findAbout(context, flag, segment)
    const filter = {
      actorId: actor,
      action,
      from,
      to,
      environmentId: env === undefined ? undefined : (await findEnvironment(api, project, env)).id,
      resourceType: type ?? about?.type,
      resourceId: id ?? about?.id,
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

const findAbout = async (
  context: Parameters<typeof getFlag>[0],
  flag: string | undefined,
  segment: string | undefined,
): Promise<{ type: string; id: string } | undefined> => {
  if (flag !== undefined) return { type: 'flag', id: (await getFlag(context, flag)).id }
  return segment === undefined ? undefined : { type: 'segment', id: (await getSegment(context, segment)).id }
}

/** Leaves `environmentId` out, which repeats `envId`. */
const detailsText = ({ environmentId: _, ...meta }: Record<string, unknown>): string =>
  Object.entries(meta)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')
