import { command } from '../../command.ts'
import { findLatest } from '../../config/flag-config.ts'
import { dim, green, type Part } from '../../output/rich.ts'
import { oneOf, text } from '../../parameters.ts'
import { listEnvironments } from '../../server/find-environment.ts'
import type { Flag } from '../../server/flags.ts'
import { noteMore, pagingOptions, readPage } from '../paging.ts'

const stateIn = (flag: Flag, env: { id: string }): Part => {
  const latest = findLatest(flag, env)
  if (!latest) return dim('–')
  return latest.config.enabled ? green('on') : 'off'
}

export const listFlags = command({
  name: 'list',
  summary: 'List flags, with their state in each environment',
  target: 'project',
  options: {
    search: text('text', 'only those with this in their key or name'),
    archived: oneOf('which', ['true', 'false'], 'only archived or only active ones (default: both)'),
    ...pagingOptions,
  },
  examples: ['flags list', 'flags list --search checkout --archived false', 'flags list --project shop --all --json'],
  run: async ({ api, out, project }, { search, archived, ...paging }) => {
    const params = { projectId: project.id }
    const page = await readPage(paging, (query) => api.listFlags({ params, query: { ...query, search, archived } }))
    const environments = await listEnvironments(api, project)
    out.show(page, () => {
      out.table(
        ['key', 'type', ...environments.map(({ slug }) => slug), 'name'],
        page.items.map((flag) => [
          flag.archivedAt === null ? flag.key : dim(`${flag.key} (archived)`),
          flag.type,
          ...environments.map((env) => stateIn(flag, env)),
          flag.name,
        ]),
      )
      noteMore(out, page)
    })
  },
})
