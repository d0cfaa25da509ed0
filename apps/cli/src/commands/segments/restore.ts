import { ApiError } from '@bunting/contract'
import { draftOf, findLatest } from '../../config/flag-config.ts'
import { writeSegment } from '../../config/write-segment.ts'
import { saveOptions } from '../../config/write-version.ts'
import { command } from '../../core/command.ts'
import { refuse } from '../../core/failure.ts'
import { parsed, parseWhole, required } from '../../core/parameters.ts'
import { getSegment } from '../../server/segments.ts'
import { segmentArgument } from './segment-argument.ts'

export const restoreSegment = command({
  name: 'restore',
  summary: 'Make an earlier version of a segment the active one again',
  description: 'It is written as a new version: history stays as it was.',
  target: 'environment',
  arguments: { ...segmentArgument, version: parsed(required('the version to go back to'), parseWhole) },
  options: saveOptions,
  examples: ['segments restore beta 3', 'segments restore beta 3 --env production --propose'],
  run: async (context, { segment: segmentKey, version, ...how }) => {
    const { api, project, env } = context
    const segment = await getSegment(context, segmentKey)
    const params = { projectId: project.id, envId: env.id, segmentKey: segment.key, version: String(version) }
    const { config } = await api.getSegmentVersion({ params }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'RESOURCE_NOT_FOUND') throw error
      const latest = findLatest(segment, env)?.version ?? 0
      return refuse(`${segment.key} has no version ${version} in ${env.slug}: the latest is ${latest}.`)
    })
    const done = `Restored version ${version} of`
    await writeSegment(context, { segment, draft: draftOf(config), done, ...how })
  },
})
