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
  /** The label of the approve button. */
  action: string
  /** The immediate effect of an approval. */
  follows: string
  /** Why it cannot be approved now. */
  because?: string | undefined
  /** The latest version, as the page shows it: if there is a newer one, the approval is a conflict. */
  version?: number | undefined
  /** The result of an approval, in words. */
  says: string
  /** The links after an approval, and after any other decision. */
  links: Record<'approved' | 'otherwise', ReactNode>
  /** For a config: the version it was made from, and the live one. */
  sides?: Sides
  /** Opens the proposal in the editor, if it can be amended. */
  onAmend?: (() => void) | undefined
  /** The key of the proposal's flag, if it is about one. */
  flagKey?: string | undefined
}

/** The panel beside every proposal: the actions or the decision, and the facts. */
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
