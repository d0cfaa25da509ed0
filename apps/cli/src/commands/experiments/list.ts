import { command } from '../../core/command.ts'
import { oneOf } from '../../core/parameters.ts'
import { experimentStates } from '../../experiment/states.ts'
import type { Part } from '../../output/rich.ts'
import { timeText } from '../../output/time-text.ts'
import { listEnvironments } from '../../server/find-environment.ts'
import { noteMore, pagingOptions, readPage } from '../paging.ts'

export const listExperiments = command({
  name: 'list',
  summary: 'List the experiments of a project',
  target: 'project',
  options: {
    status: oneOf('status', ['draft', 'pending', 'running', 'stopped'], 'only these (default: all)'),
    ...pagingOptions,
  },
  examples: ['experiments list --status running', 'experiments list --json'],
  run: async ({ api, out, project }, { status, ...paging }) => {
    const params = { projectId: project.id }
    const page = await readPage(paging, (query) => api.listProjectExperiments({ params, query: { ...query, status } }))
    const environments = await listEnvironments(api, project)
    out.show(page, () => {
      out.table(
        ['id', 'status', 'flag', 'environment', 'primary', 'since', 'name', 'reason'],
        page.items.map((experiment): Part[] => [
          experiment.id,
          experimentStates[experiment.status],
          experiment.flagKey,
          environments.find(({ id }) => id === experiment.environmentId)?.slug ?? experiment.environmentId,
          experiment.primary,
          experiment.startedAt === null ? '' : timeText(experiment.startedAt),
          experiment.name,
          experiment.reason ?? '',
        ]),
      )
      noteMore(out, page)
    })
  },
})
