import { Link } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import { ProposalStatusTag } from '../../features/proposals/status-tag.tsx'
import { Face } from '../../ui/face.tsx'
import { EnvName } from '../../ui/pennants/env-name.tsx'
import { Time } from '../../ui/time.tsx'
import type { ProposalProps } from './proposal-props.ts'
import { pageOf, type Subject } from './subject.ts'

/** The heading: who proposed what, where and when. */
export const Heading = (props: ProposalProps & Subject & { by: string }) => {
  const { proposal, flag, segment, environment, by } = props
  const subject = flag ?? segment
  const { user } = useSession()
  return (
    <div className="page-head">
      <div className="min-w-0">
        <h1>
          Change to <bdi>{(subject ?? environment).name}</bdi>
        </h1>
        <div className="byline">
          <Face
            name={by === 'You' ? user.name : by}
            kind={proposal.createdBy.startsWith('user_') ? 'user' : 'api_key'}
          />
          <span>
            <b dir="auto">{by}</b> proposed this for {segment && 'the segment '}
            {subject && (
              <>
                <Link {...pageOf(props)} className="link mono">
                  {subject.key}
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
