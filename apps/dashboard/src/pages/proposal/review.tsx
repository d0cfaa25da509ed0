import { ApiError } from '@bunting/contract'
import { useRef, useState } from 'react'
import { useApproveProposal, useRejectProposal } from '../../api/propose.ts'
import { useBecause, useSession } from '../../api/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field, TextArea } from '../../ui/controls/field.tsx'
import { Note } from '../../ui/note.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import type { ProposalProps } from './proposal-props.ts'

type ReviewProps = Omit<ProposalProps, 'environment'> & {
  /** The immediate effect of an approval. */
  follows: string
  action: string
  /** Why it cannot be approved now. */
  because?: string | undefined
  /** The latest version, as the page shows it. */
  version?: number | undefined
}

/** The buttons to approve or reject, with a note; viewers are told who can do that. */
export const Review = (props: ReviewProps) =>
  useBecause('editor') === undefined ? <OpenReview {...props} /> : <NoReview follows={props.follows} />

const NoReview = ({ follows }: Pick<ReviewProps, 'follows'>) => (
  <section className="review" aria-label="Review">
    <div>
      <h2>Waiting for a review</h2>
      <p>An editor or admin approves or rejects it. {follows}</p>
    </div>
  </section>
)

const OpenReview = ({ projectId, proposal, follows, action, because, version }: ReviewProps) => {
  const [note, setNote] = useState('')
  const approve = useApproveProposal(projectId)
  const reject = useRejectProposal(projectId)
  const { plan } = useSession()
  const approval = useRef<HTMLButtonElement>(null)
  // The key only moves the focus: a single letter typed by mistake must not change what is live.
  useKeys({ a: ['Approve: Enter does it then', () => approval.current?.focus()] })
  const isBusy = approve.isPending || reject.isPending
  const review = { proposalId: proposal.id, note: note.trim() }
  return (
    <section className="review" aria-label="Your review">
      <div>
        <h2>Your review</h2>
        <p>{follows}</p>
      </div>
      {proposal.emergencyVersion !== undefined && (
        <Note kind="warn">
          Version {proposal.emergencyVersion} was saved in an emergency after this was proposed. Approving comes on top
          of it.
        </Note>
      )}
      <Field label="Note" aside="optional, kept in the audit log">
        {(control) => <TextArea {...control} rows={4} value={note} onChange={(event) => setNote(event.target.value)} />}
      </Field>
      {/* On narrow screens the buttons stay in view while the user reads the change. */}
      <div className="buttons decide">
        <Button busy={isBusy} onClick={() => reject.mutate(review)}>
          Reject
        </Button>
        <Button
          kind="primary"
          ref={approval}
          aria-keyshortcuts="a"
          because={plan === 'enterprise' ? because : notOnPlan}
          busy={isBusy}
          onClick={() => approve.mutate({ ...review, expectedVersion: version })}
        >
          {action}
        </Button>
      </div>
      {isOwn(approve.error) && <Note kind="no">{approve.error.message}</Note>}
    </section>
  )
}

const notOnPlan = 'Approving needs the Enterprise plan. Rejecting always works.'

/** The user proposed it with an API key of theirs: only the service knows the owner of a key. */
const isOwn = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.code === 'SELF_APPROVAL_FORBIDDEN'
