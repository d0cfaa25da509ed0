import { command } from '../../core/command.ts'
import { listEnvironments } from '../../server/find-environment.ts'
import { orNearSegment } from '../../server/segments.ts'
import { noteMore, pagingOptions, readPage } from '../paging.ts'
import { segmentArgument } from './segment-argument.ts'

export const listUsages = command({
  name: 'usages',
  summary: 'List the flags and segments that name a segment, by environment',
  target: 'project',
  arguments: segmentArgument,
  options: pagingOptions,
  examples: ['segments usages beta', 'segments usages beta --all --json'],
  run: async (context, { segment: segmentKey, ...paging }) => {
    const { api, out, project } = context
    const params = { projectId: project.id, segmentKey }
    const page = await orNearSegment(context, segmentKey, () =>
      readPage(paging, (query) => api.listSegmentUsages({ params, query })),
    )
    const environments = await listEnvironments(api, project)
    out.show(page, () => {
      out.table(
        ['environment', 'by', 'key'],
        page.items.map(({ environmentId, flagKey, segmentKey: other }) => [
          environments.find(({ id }) => id === environmentId)?.slug ?? environmentId,
          flagKey === undefined ? 'segment' : 'flag',
          flagKey ?? other ?? '',
        ]),
      )
      noteMore(out, page)
    })
  },
})
