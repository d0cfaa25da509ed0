import { command } from '../../command.ts'
import { segmentChangeText } from '../../config/segment-config.ts'
import { timeText } from '../../output/time-text.ts'
import { nameActors } from '../../server/name-actors.ts'
import { orNearSegment } from '../../server/segments.ts'
import { noteMore, pagingOptions, readPage } from '../paging.ts'
import { segmentArgument } from './segment-argument.ts'

export const showSegmentHistory = command({
  name: 'history',
  summary: 'List the versions of a segment in an environment, and what each changed',
  target: 'environment',
  arguments: segmentArgument,
  options: pagingOptions,
  examples: ['segments history beta', 'segments history beta --env production --all'],
  run: async (context, { segment: segmentKey, ...paging }) => {
    const { api, out, project, env } = context
    const params = { projectId: project.id, envId: env.id, segmentKey }
    const page = await orNearSegment(context, segmentKey, () =>
      readPage(paging, (query) => api.listSegmentVersions({ params, query })),
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
          const changed = version === 1 ? 'first version' : before ? segmentChangeText(before, config) : ''
          return [version, timeText(createdAt), nameOf(createdBy), proposalId ?? '', changed]
        }),
      )
      noteMore(out, page)
    })
  },
})
