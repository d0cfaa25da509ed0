import { findLatest } from '../../config/flag-config.ts'
import { command } from '../../core/command.ts'
import { oneOf, text } from '../../core/parameters.ts'
import { dim, green, type Part } from '../../output/rich.ts'
import { listEnvironments } from '../../server/find-environment.ts'
import type { Flag } from '../../server/flags.ts'
import { findMemberId } from '../../server/members.ts'
import { nameActors } from '../../server/name-actors.ts'
import { noteMore, pagingOptions, readPage } from '../paging.ts'
import { kinds } from './fact-options.ts'

const stateIn = (flag: Flag, env: { id: string }): Part => {
  const latest = findLatest(flag, env)
  if (!latest) return dim('–')
  return latest.config.enabled ? green('on') : 'off'
}

type FactColumn = { title: string; of(flag: Flag, nameOf: (id: string) => string): string }

/** Columns that are shown if any flag of the page has a value for them. */
const factColumns: readonly FactColumn[] = [
  { title: 'kind', of: ({ kind = '' }) => kind },
  { title: 'owner', of: ({ ownerId }, nameOf) => (ownerId === undefined ? '' : nameOf(ownerId)) },
  { title: 'tags', of: ({ tags = [] }) => tags.join(', ') },
  { title: 'end', of: ({ expectedEnd = '' }) => expectedEnd },
]

export const listFlags = command({
  name: 'list',
  summary: 'List flags, with their state in each environment',
  target: 'project',
  options: {
    search: text('text', 'only those with this in their key or name'),
    tag: text('tag', 'only those with this tag'),
    owner: text('e-mail', 'only those that this member looks after, by e-mail or id', { complete: 'member' }),
    kind: oneOf('kind', kinds, 'only those of this kind'),
    archived: oneOf('which', ['true', 'false'], 'only archived or only active ones (default: both)'),
    ...pagingOptions,
  },
  examples: [
    'flags list',
    'flags list --search checkout --archived false',
    'flags list --tag checkout --owner ada@example.com --kind release',
    'flags list --project shop --all --json',
  ],
  run: async ({ api, out, project }, { search, tag, owner, kind, archived, ...paging }) => {
    const params = { projectId: project.id }
    const filter = { search, tag, kind, archived, ownerId: owner && (await findMemberId(api, owner)) }
    const page = await readPage(paging, (query) => api.listFlags({ params, query: { ...query, ...filter } }))
    const environments = await listEnvironments(api, project)
    const nameOf = await nameActors(
      api,
      page.items.map(({ ownerId }) => ownerId ?? null),
    )
    const facts = factColumns.filter(({ of }) => page.items.some((flag) => of(flag, nameOf) !== ''))
    out.show(page, () => {
      out.table(
        ['key', 'type', ...environments.map(({ slug }) => slug), ...facts.map(({ title }) => title), 'name'],
        page.items.map((flag) => [
          flag.archivedAt === null ? flag.key : dim(`${flag.key} (archived)`),
          flag.type,
          ...environments.map((env) => stateIn(flag, env)),
          ...facts.map(({ of }) => of(flag, nameOf)),
          flag.name,
        ]),
      )
      noteMore(out, page)
    })
  },
})
