import type { EnvironmentContext } from '../core/context.ts'
import { getSegment, type Segment } from '../server/segments.ts'
import { latestConfig } from './latest-config.ts'
import { emptySegment, findSegmentChanges, type SegmentConfig, segmentText } from './segment-config.ts'
import { type Kind, type Write, writeVersion } from './write-version.ts'

type Body = Parameters<EnvironmentContext['api']['createSegmentVersion']>[0]['body']

const kindOf = (context: EnvironmentContext, segment: Segment): Kind<SegmentConfig> => {
  const { api, project, env } = context
  const params = { projectId: project.id, envId: env.id, segmentKey: segment.key }
  return {
    noun: 'segment',
    key: segment.key,
    ids: { segmentId: segment.id },
    changes: (before, after) => findSegmentChanges(before ?? emptySegment, after),
    say: segmentText,
    append: (config) => api.createSegmentVersion({ params, body: config as Body }),
    propose: (config) => api.createSegmentProposal({ params, body: config as Body }),
    readLatest: async () => latestConfig(await getSegment(context, segment.key), env),
  }
}

/** Writes the config of a segment in the environment, or proposes it. */
export const writeSegment = (
  context: EnvironmentContext,
  { segment, ...write }: Omit<Write<SegmentConfig>, 'latest'> & { segment: Segment },
): Promise<void> =>
  writeVersion(context, kindOf(context, segment), { ...write, latest: latestConfig(segment, context.env) })
