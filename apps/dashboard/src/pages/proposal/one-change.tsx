import { sayProposed } from '@bunting/contract/text'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useNames } from '../../data/actors.ts'
import type { FlagInList } from '../../data/flags.ts'
import type { Proposal } from '../../data/proposals.ts'
import { useSession } from '../../data/session.ts'
import { sayWhatFollows } from '../../diff/say-what-follows.ts'
import { capital } from '../../diff/words.ts'
import { buttonClass } from '../../parts/button.tsx'
import { Page } from '../../shell/page.tsx'
import { Facts } from './facts.tsx'
import { Heading } from './heading.tsx'
import { Outcome } from './outcome.tsx'
import { OwnProposal } from './own-proposal.tsx'
import type { ProposalProps } from './proposal-props.ts'
import { Review } from './review.tsx'
import { Yesterday } from './yesterday.tsx'

type OneChangeProps = ProposalProps & {
  change: NonNullable<Proposal['change']>
  /** Where it is about one, and not about the environment itself. */
  flag: FlagInList | undefined
  parent: ReactNode
}

const action = 'Approve'

/** A change of a flag or an environment that a strict environment takes from two people only. */
export const OneChange = ({ parent, change, flag, ...props }: OneChangeProps) => {
  const { projectId, proposal, environment } = props
  const { user } = useSession()
  const nameOf = useNames([proposal.createdBy, proposal.reviewedBy])
  const [wasPending] = useState(proposal.status === 'pending')
  const isPending = proposal.status === 'pending'
  const isOwn = proposal.createdBy === user.id
  const link = flag ? (
    <Link
      to="/projects/$projectId/flags/$flagKey"
      params={{ projectId, flagKey: flag.key }}
      search={{ env: environment.slug }}
      className={buttonClass({})}
    >
      Open the flag
    </Link>
  ) : (
    <Link
      to="/projects/$projectId/environments"
      params={{ projectId }}
      search={{ env: environment.slug }}
      className={buttonClass({})}
    >
      Open the environment
    </Link>
  )
  return (
    <Page
      title={flag ? `${flag.key} in ${environment.name}` : environment.name}
      parent={parent}
      heading={<Heading {...props} flag={flag} by={nameOf(proposal.createdBy)} />}
      inspector={{
        label: 'Review',
        children: (
          <>
            {!isPending && (
              <Outcome
                {...props}
                says="It is done."
                links={{ approved: link, otherwise: link }}
                nameOf={nameOf}
                takesFocus={wasPending}
              />
            )}
            {isPending && isOwn && <OwnProposal {...props} action={action} />}
            {isPending && !isOwn && <Review {...props} follows="Approving does this at once." action={action} />}
            <Facts proposal={proposal} nameOf={nameOf} />
            {flag && <Yesterday projectId={projectId} flagKey={flag.key} environment={environment} />}
          </>
        ),
      }}
    >
      <section className="proposed-change" aria-label="What it changes">
        <h2>{capital(sayProposed(change))}</h2>
        <p>{sayWhatFollows(change)}</p>
      </section>
    </Page>
  )
}
