import type { FlagInList } from '../../api/flags.ts'
import type { SegmentInList } from '../../api/segments.ts'
import type { ProposalProps } from './proposal-props.ts'

/** The subject of a proposal: a flag or a segment in its environment; without either, the environment itself. */
export type Subject = Pick<ProposalProps, 'projectId' | 'environment'> & {
  flag?: FlagInList | undefined
  segment?: SegmentInList | undefined
}

/** The subject's page, for a link. */
export const pageOf = ({ projectId, environment: { slug: env }, flag, segment }: Subject) => {
  if (flag) {
    const params = { projectId, flagKey: flag.key }
    return { to: '/projects/$projectId/flags/$flagKey', params, search: { env } } as const
  }
  if (segment) {
    const params = { projectId, segmentKey: segment.key }
    return { to: '/projects/$projectId/segments/$segmentKey', params, search: { env } } as const
  }
  return { to: '/projects/$projectId/environments', params: { projectId }, search: { env } } as const
}
