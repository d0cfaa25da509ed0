import { command } from '../../core/command.ts'
import { switched, text } from '../../core/parameters.ts'
import { metricText } from '../../experiment/metric-text.ts'
import { dim, type Part } from '../../output/rich.ts'
import { noteMore, pagingOptions, readPage } from '../paging.ts'

export const listMetrics = command({
  name: 'list',
  summary: 'List metrics',
  target: 'project',
  options: {
    search: text('text', 'a part of the key or the name'),
    archived: switched('those that are archived'),
    ...pagingOptions,
  },
  examples: ['metrics list', 'metrics list --search purchase --json'],
  run: async ({ api, out, project }, { search, archived, ...paging }) => {
    const params = { projectId: project.id }
    const filter = { search, archived: archived ? ('true' as const) : ('false' as const) }
    const page = await readPage(paging, (query) => api.listMetrics({ params, query: { ...query, ...filter } }))
    out.show(page, () => {
      out.table(
        ['key', 'kind', 'good is', 'a unit is worth', 'name'],
        page.items.map((metric): Part[] => [
          metric.archivedAt === null ? metric.key : dim(metric.key),
          metric.kind,
          metric.direction === 'increase' ? 'higher' : 'lower',
          metricText(metric),
          metric.name,
        ]),
      )
      noteMore(out, page)
    })
  },
})
