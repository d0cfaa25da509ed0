import { inEnvironmentOrder } from '@bunting/contract'
import { command } from '../../core/command.ts'
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
        inEnvironmentOrder(project, page.items).map((each) => [
          each.slug,
          sayProtection(each),
          each.color,
          each.id,
          each.name,
        ]),
      )
      noteMore(out, page)
    })
  },
})

type Protection = { protected: boolean; strict?: boolean | undefined; emergency?: boolean | undefined }

const sayProtection = (environment: Protection): string => {
  if (environment.strict) return 'strictly'
  if (!environment.protected) return 'no'
  return environment.emergency ? 'but in emergencies' : 'yes'
}
