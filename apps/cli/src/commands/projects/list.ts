import { command } from '../../core/command.ts'
import { timeText } from '../../output/time-text.ts'
import { noteMore, pagingOptions, readPage } from '../paging.ts'

export const listProjects = command({
  name: 'list',
  summary: 'List projects',
  target: 'server',
  options: pagingOptions,
  examples: ['projects list', 'projects list --all --json'],
  run: async ({ api, out }, input) => {
    const page = await readPage(input, (query) => api.listProjects({ query }))
    out.show(page, () => {
      out.table(
        ['slug', 'created', 'id', 'name'],
        page.items.map(({ slug, name, createdAt, id }) => [slug, timeText(createdAt), id, name]),
      )
      noteMore(out, page)
    })
  },
})
