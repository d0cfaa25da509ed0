import { findLatest } from '../../config/flag-config.ts'
import { command } from '../../core/command.ts'
import { oneOf, text } from '../../core/parameters.ts'
import { counted } from '../../output/counted.ts'
import { dim, type Part } from '../../output/rich.ts'
import { listEnvironments } from '../../server/find-environment.ts'
import type { ListedSegment } from '../../server/segments.ts'
import { noteMore, pagingOptions, readPage } from '../paging.ts'

/** The size of a segment, such as `+120 −3, 2 rules`: the number of ids in its lists, and of its rules. */
const sizeIn = (segment: ListedSegment, env: { id: string }): Part => {
  const latest = findLatest(segment, env)
  if (!latest) return dim('–')
  if (!latest.config) return counted(latest.size ?? 0, 'id')
  const { includedCount, excludedCount, rules } = latest.config
  const lists = [
    ...(includedCount > 0 ? [`+${includedCount}`] : []),
    ...(excludedCount > 0 ? [`−${excludedCount}`] : []),
  ]
  const parts = [
    ...(lists.length > 0 ? [lists.join(' ')] : []),
    ...(rules.length > 0 ? [counted(rules.length, 'rule')] : []),
  ]
  return parts.length === 0 ? 'nobody' : parts.join(', ')
}

export const listSegments = command({
  name: 'list',
  summary: 'List segments, with the size of their lists in each environment',
  target: 'project',
  options: {
    search: text('text', 'only those with this in their key or name'),
    archived: oneOf('which', ['true', 'false'], 'only archived or only active ones (default: both)'),
    ...pagingOptions,
  },
  examples: ['segments list', 'segments list --search beta --archived false', 'segments list --all --json'],
  run: async ({ api, out, project }, { search, archived, ...paging }) => {
    const params = { projectId: project.id }
    const page = await readPage(paging, (query) => api.listSegments({ params, query: { ...query, search, archived } }))
    const environments = await listEnvironments(api, project)
    out.show(page, () => {
      out.table(
        ['key', 'of', ...environments.map(({ slug }) => slug), 'name'],
        page.items.map((segment) => [
          segment.archivedAt === null ? segment.key : dim(`${segment.key} (archived)`),
          segment.unit ?? 'user',
          ...environments.map((env) => sizeIn(segment, env)),
          segment.name,
        ]),
      )
      noteMore(out, page)
    })
  },
})
