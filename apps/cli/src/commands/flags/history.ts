import { command } from '../../command.ts'
import { findChanges } from '../../config/changes.ts'
import { draftOf } from '../../config/flag-config.ts'
import { timeText } from '../../output/time-text.ts'
import { orNearFlag } from '../../server/flags.ts'
import { nameActors } from '../../server/name-actors.ts'
import { noteMore, pagingOptions, readPage } from '../paging.ts'
import { flagArgument } from './flag-argument.ts'

export const showHistory = command({
  name: 'history',
  summary: 'List the versions of a flag in an environment, and what each changed',
  target: 'environment',
  arguments: flagArgument,
  options: pagingOptions,
  examples: ['flags history new-checkout', 'flags history new-checkout --env production --all'],
  run: async (context, { flag: flagKey, ...paging }) => {
    const { api, out, project, env } = context
    const params = { projectId: project.id, envId: env.id, flagKey }
    const page = await orNearFlag(context, flagKey, () =>
      readPage(paging, (query) => api.listFlagVersions({ params, query })),
    )
    const nameOf = await nameActors(
      api,
      page.items.map(({ createdBy }) => createdBy),
    )
    out.show(page, () => {
      out.table(
        ['version', 'when', 'who', 'proposal', 'changed'],
        page.items.map(({ version, createdAt, createdBy, config, proposalId }, at) => {
          const before = page.items[at + 1]?.config
          const changes = before ? findChanges(draftOf(before), draftOf(config)).map(({ path }) => path) : []
          const changed = version === 1 ? 'first version' : changes.join(', ')
          return [version, timeText(createdAt), nameOf(createdBy), proposalId ?? '', changed]
        }),
      )
      noteMore(out, page)
    })
  },
})
