import { isolate } from '@bunting/contract/text'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { usePendingProposals } from '../../data/proposals.ts'
import { useSession } from '../../data/session.ts'
import { buttonClass } from '../../parts/button.tsx'
import { Time } from '../../parts/time.tsx'
import type { ProposalProps } from './proposal-props.ts'
import { fateOf } from './status-tag.tsx'

type OutcomeProps = ProposalProps & {
  /** What came of it, where it was approved. */
  says: string
  /** Where to look at that, or at what stayed as it was. */
  links: Record<'approved' | 'otherwise', ReactNode>
  nameOf(id: string): string
  /** It was decided while the page was open: the buttons that had the focus are gone. */
  takesFocus: boolean
}

/** What was decided, what came of it, and where to go from here. */
export const Outcome = ({ projectId, proposal, environment, says, links, nameOf, takesFocus }: OutcomeProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const fate = fateOf(proposal)
  const { reviewedBy, reviewedAt, reviewNote } = proposal
  const name = reviewedBy === null ? 'Somebody' : nameOf(reviewedBy)
  return (
    <section className="review" aria-label="Decision">
      <div>
        <h2 ref={heading} tabIndex={-1}>
          <bdi>{name}</bdi>{' '}
          {fate === 'approved' ? 'approved this' : fate === 'withdrawn' ? 'withdrew this' : 'rejected this'}
        </h2>
        <p>
          {reviewedAt !== null && (
            <span className="at">
              <Time at={reviewedAt} />
            </span>
          )}
          {fate === 'approved' ? says : `Nothing changed in ${isolate(environment.name)}.`}
        </p>
        {reviewNote !== null && <blockquote dir="auto">{reviewNote}</blockquote>}
      </div>
      <div className="buttons">
        {fate === 'approved' ? links.approved : links.otherwise}
        <NextProposal projectId={projectId} />
      </div>
    </section>
  )
}

/** The oldest of those that wait for somebody else than their proposer. */
const NextProposal = ({ projectId }: { projectId: string }) => {
  const { user } = useSession()
  const { items = [] } = usePendingProposals(projectId)
  const next = items.findLast(({ createdBy }) => createdBy !== user.id)
  return next ? (
    <Link
      to="/projects/$projectId/proposals/$proposalId"
      params={{ projectId, proposalId: next.id }}
      className={buttonClass({ kind: 'primary' })}
    >
      Review the next one
    </Link>
  ) : (
    <Link to="/projects/$projectId/proposals" params={{ projectId }} className={buttonClass({})}>
      All proposals
    </Link>
  )
}
