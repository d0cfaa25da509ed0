import { Link } from '@tanstack/react-router'
import type { FlagInList } from '../../api/flags.ts'
import type { SegmentInList } from '../../api/segments.ts'
import { useSession } from '../../api/session.ts'
import { ProposalStatusTag } from '../../features/proposals/status-tag.tsx'
import { Face } from '../../ui/face.tsx'
import { EnvName } from '../../ui/pennants/env-name.tsx'
import { Time } from '../../ui/time.tsx'
import type { ProposalProps } from './proposal-props.ts'

type HeadingProps = ProposalProps & {
  /** Where it is about one. */
  flag?: FlagInList | undefined
  segment?: SegmentInList
  by: string
}

/** Who wants what, where, since when. */
export const Heading = ({ projectId, proposal, flag, segment, environment, by }: HeadingProps) => {
  const { user } = useSession()
  return (
    <div className="page-head">
      <div className="min-w-0">
        <h1>
          Change to <bdi>{(flag ?? segment ?? environment).name}</bdi>
        </h1>
        <div className="byline">
          <Face
            name={by === 'You' ? user.name : by}
            kind={proposal.createdBy.startsWith('user_') ? 'user' : 'api_key'}
          />
          <span>
            <b dir="auto">{by}</b> proposed this for{' '}
            {flag && (
              <>
                <Link
                  className="link mono"
                  to="/projects/$projectId/flags/$flagKey"
                  params={{ projectId, flagKey: flag.key }}
                  search={{ env: environment.slug }}
                >
                  {flag.key}
                </Link>{' '}
                in{' '}
              </>
            )}
            {segment && (
              <>
                the segment{' '}
                <Link
                  className="link mono"
                  to="/projects/$projectId/segments/$segmentKey"
                  params={{ projectId, segmentKey: segment.key }}
                  search={{ env: environment.slug }}
                >
                  {segment.key}
                </Link>{' '}
                in{' '}
              </>
            )}
            <EnvName environment={environment} /> <Time at={proposal.createdAt} />
          </span>
        </div>
        {proposal.comment !== undefined && (
          <blockquote className="said" dir="auto">
            {proposal.comment}
          </blockquote>
        )}
      </div>
      <div className="actions">
        <ProposalStatusTag proposal={proposal} />
      </div>
    </div>
  )
}
