import { segmentChangeText } from '../../config/segment-config.ts'
import { command } from '../../core/command.ts'
import { orNearSegment } from '../../server/segments.ts'
import { pagingOptions, readPage } from '../paging.ts'
import { showVersions } from '../show-versions.ts'
import { segmentArgument } from './segment-argument.ts'

export const showSegmentHistory = command({
  name: 'history',
  summary: 'List the versions of a segment in an environment, and what each changed',
  target: 'environment',
  arguments: segmentArgument,
  options: pagingOptions,
  examples: ['segments history beta', 'segments history beta --env production --all'],
  run: async (context, { segment: segmentKey, ...paging }) => {
    const { api, project, env } = context
    const params = { projectId: project.id, envId: env.id, segmentKey }
    const page = await orNearSegment(context, segmentKey, () =>
      readPage(paging, (query) => api.listSegmentVersions({ params, query })),
    )
    await showVersions(context, page, segmentChangeText)
  },
})
