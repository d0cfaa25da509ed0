import type { PlacedFlagVersion } from '@bunting/contract'
import { findChanges } from '@bunting/contract/text'
import { draftOf } from '../../config/flag-config.ts'
import { command } from '../../core/command.ts'
import type { Part } from '../../output/rich.ts'
import { timeText } from '../../output/time-text.ts'
import { listEnvironments } from '../../server/find-environment.ts'
import { orNearFlag } from '../../server/flags.ts'
import { nameActors } from '../../server/name-actors.ts'
import { noteMore, pagingOptions, readPage } from '../paging.ts'
import { wayOf } from '../show-versions.ts'
import { flagArgument } from './flag-argument.ts'

export const showTimeline = command({
  name: 'timeline',
  summary: 'List the versions of a flag in every environment, newest first',
  target: 'project',
  arguments: flagArgument,
  options: pagingOptions,
  examples: ['flags timeline new-checkout', 'flags timeline new-checkout --all --json'],
  run: async (context, { flag: flagKey, ...paging }) => {
    const { api, out, project } = context
    const params = { projectId: project.id, flagKey }
    const page = await orNearFlag(context, flagKey, () =>
      readPage(paging, (query) => api.listFlagVersionsEverywhere({ params, query })),
    )
    const environments = await listEnvironments(api, project)
    const nameOf = await nameActors(
      api,
      page.items.map(({ createdBy }) => createdBy),
    )
    out.show(page, () => {
      out.table(
        ['when', 'environment', 'version', 'who', 'by way of', 'changed', 'comment'],
        page.items.map((one, at): Part[] => [
          timeText(one.createdAt),
          environments.find(({ id }) => id === one.environmentId)?.slug ?? one.environmentId,
          one.version,
          nameOf(one.createdBy),
          wayOf(one),
          changeText(one, page.items.slice(at + 1)),
          one.comment ?? '',
        ]),
      )
      noteMore(out, page)
    })
  },
})

type Placed = Pick<PlacedFlagVersion, 'version' | 'config'> & { environmentId: string }

/** The fields that a version changed. Empty for the oldest version of a page: the one before it is on the next page. */
const changeText = ({ version, config, environmentId }: Placed, older: readonly Placed[]): string => {
  if (version === 1) return 'first version'
  const before = older.find((one) => one.environmentId === environmentId)
  if (!before) return ''
  const changes = findChanges(draftOf(before.config), draftOf(config))
  return changes.map(({ path }) => path).join(', ')
}
