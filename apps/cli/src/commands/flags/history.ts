import { findChanges } from '@bunting/contract/text'
import { draftOf } from '../../config/flag-config.ts'
import { command } from '../../core/command.ts'
import { orNearFlag } from '../../server/flags.ts'
import { pagingOptions, readPage } from '../paging.ts'
import { showVersions } from '../show-versions.ts'
import { flagArgument } from './flag-argument.ts'

export const showHistory = command({
  name: 'history',
  summary: 'List the versions of a flag in an environment, and what each changed',
  target: 'environment',
  arguments: flagArgument,
  options: pagingOptions,
  examples: ['flags history new-checkout', 'flags history new-checkout --env production --all'],
  run: async (context, { flag: flagKey, ...paging }) => {
    const { api, project, env } = context
    const params = { projectId: project.id, envId: env.id, flagKey }
    const page = await orNearFlag(context, flagKey, () =>
      readPage(paging, (query) => api.listFlagVersions({ params, query })),
    )
    await showVersions(context, page, (before, after) =>
      findChanges(draftOf(before), draftOf(after))
        .map(({ path }) => path)
        .join(', '),
    )
  },
})
