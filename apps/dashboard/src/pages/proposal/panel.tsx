import { type ReactNode, useState } from 'react'
import { useNames } from '../../api/actors.ts'
import { useSession } from '../../api/session.ts'
import { Facts } from './facts.tsx'
import { Outcome } from './outcome.tsx'
import { OwnProposal } from './own-proposal.tsx'
import type { ProposalProps } from './proposal-props.ts'
import { Review } from './review.tsx'
import type { Sides } from './use-sides.tsx'
import { Yesterday } from './yesterday.tsx'

type PanelProps = ProposalProps & {
  /** What the button that approves says. */
  action: string
  /** What approving does at once. */
  follows: string
  /** Why it cannot be approved now. */
  because?: string | undefined
  /** The latest version of what it is about: another one by then is told before anything is approved. */
  version?: number | undefined
  /** What came of it, where it was approved. */
  says: string
  /** Where to look at that, or at what stayed as it was. */
  links: Record<'approved' | 'otherwise', ReactNode>
  /** Of a config: what it was made from, and what is there now. */
  sides?: Sides
  /** Opens it to be edited, where that can be. */
  onAmend?: (() => void) | undefined
  /** The flag that it is about, where it is about one. */
  flagKey?: string | undefined
}

/** Beside every proposal: what may be done with it, or what was decided, and the facts. */
export const Panel = (all: PanelProps) => {
  const { action, follows, because, version, says, links, sides, onAmend, flagKey, ...props } = all
  const { projectId, proposal, environment } = props
  const { user } = useSession()
  const nameOf = useNames([proposal.createdBy, proposal.reviewedBy])
  const isPending = proposal.status === 'pending'
  const [wasPending] = useState(isPending)
  const isOwn = proposal.createdBy === user.id
  return (
    <>
      {!isPending && <Outcome {...props} says={says} links={links} nameOf={nameOf} takesFocus={wasPending} />}
      {isPending && isOwn && <OwnProposal {...props} action={action} onAmend={onAmend} />}
      {isPending && !isOwn && <Review {...props} {...{ follows, action, because, version }} />}
      <Facts projectId={projectId} proposal={proposal} {...(sides && { sides })} nameOf={nameOf} />
      {flagKey !== undefined && <Yesterday projectId={projectId} flagKey={flagKey} environment={environment} />}
    </>
  )
}
