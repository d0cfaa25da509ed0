import { command } from '../../core/command.ts'
import { timeText } from '../../output/time-text.ts'
import { noteMore, pagingOptions, readPage } from '../paging.ts'

export const listOrganizations = command({
  name: 'list',
  summary: 'List organizations',
  target: 'operator',
  options: pagingOptions,
  examples: ['orgs list', 'orgs list --all --json'],
  run: async ({ api, out }, input) => {
    const page = await readPage(input, (query) => api.listOrganizations({ query }))
    out.show(page, () => {
      out.table(
        ['id', 'plan', 'created', 'name'],
        page.items.map(({ id, plan, createdAt, name }) => [id, plan, timeText(createdAt), name]),
      )
      noteMore(out, page)
    })
  },
})
