import { isolate } from '@bunting/contract/text'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useWaiting } from '../../api/waiting.ts'
import { fateOf, replacementOf } from '../../features/proposals/status-tag.tsx'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Time } from '../../ui/time.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import type { ProposalProps } from './proposal-props.ts'

type OutcomeProps = ProposalProps & {
  /** The result of an approval, in words. */
  says: string
  /** The links after an approval, and after any other decision. */
  links: Record<'approved' | 'otherwise', ReactNode>
  nameOf(id: string): string
  /** The decision came while the page was open: the buttons, which may have had the focus, are gone. */
  takesFocus: boolean
}

const did = {
  pending: 'proposed',
  approved: 'approved',
  rejected: 'rejected',
  withdrawn: 'withdrew',
  replaced: 'replaced',
}

/** The decision, its result, and where to go next. */
export const Outcome = ({ projectId, proposal, environment, says, links, nameOf, takesFocus }: OutcomeProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const fate = fateOf(proposal)
  const replacement = replacementOf(proposal)
  const { reviewedBy, reviewedAt, reviewNote } = proposal
  const name = reviewedBy === null ? 'Somebody' : nameOf(reviewedBy)
  return (
    <section className="review" aria-label="Decision">
      <div>
        <h2 ref={heading} tabIndex={-1}>
          <bdi>{name}</bdi> {did[fate]} this
        </h2>
        <p>
          {reviewedAt !== null && (
            <span className="at">
              <Time at={reviewedAt} />
            </span>
          )}
          {fate === 'approved' ? says : `Nothing changed in ${isolate(environment.name)}.`}
        </p>
        {reviewNote !== null && replacement === undefined && <blockquote dir="auto">{reviewNote}</blockquote>}
      </div>
      <div className="buttons">
        {replacement === undefined ? (
          <>
            {fate === 'approved' ? links.approved : links.otherwise}
            <NextProposal projectId={projectId} proposal={proposal} />
          </>
        ) : (
          <Link
            to="/projects/$projectId/proposals/$proposalId"
            params={{ projectId, proposalId: replacement }}
            className={buttonClass({ kind: 'primary' })}
          >
            See what took its place
          </Link>
        )}
      </div>
    </section>
  )
}

/** A link to the oldest proposal that the user may approve, in any project. */
const NextProposal = ({ projectId, proposal }: Pick<ProposalProps, 'projectId' | 'proposal'>) => {
  const navigate = useNavigate()
  const { items = [] } = useWaiting()
  const next = items.findLast(({ id }) => id !== proposal.id)
  const to = next
    ? ({
        to: '/projects/$projectId/proposals/$proposalId',
        params: { projectId: next.projectId, proposalId: next.id },
      } as const)
    : ({ to: '/projects/$projectId/proposals', params: { projectId } } as const)
  useKeys({ n: [next ? 'Review the next one' : 'All proposals', () => void navigate(to)] })
  return (
    <Link {...to} className={buttonClass(next ? { kind: 'primary' } : {})}>
      {next ? 'Review the next one' : 'All proposals'}
    </Link>
  )
}
