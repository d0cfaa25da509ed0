import { command } from '../../command.ts'
import { noteMore, pagingOptions, readPage } from '../paging.ts'

export const listEnvironments = command({
  name: 'list',
  summary: 'List environments',
  target: 'project',
  options: pagingOptions,
  examples: ['environments list', 'environments list --project shop --json'],
  run: async ({ api, out, project }, input) => {
    const page = await readPage(input, (query) => api.listEnvironments({ params: { projectId: project.id }, query }))
    out.show(page, () => {
      out.table(
        ['slug', 'protected', 'colour', 'id', 'name'],
        page.items.map((each) => [each.slug, each.protected ? 'yes' : 'no', each.color, each.id, each.name]),
      )
      noteMore(out, page)
    })
  },
})
