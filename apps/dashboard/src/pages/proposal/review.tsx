import { useState } from 'react'
import { useApproveProposal, useRejectProposal } from '../../data/proposals.ts'
import { useBecause, useSession } from '../../data/session.ts'
import { Button } from '../../parts/button.tsx'
import { Field, TextArea } from '../../parts/field.tsx'
import type { ProposalProps } from './proposal-props.ts'

type ReviewProps = ProposalProps & { next: number }

/** Approve or reject, with a note. */
export const Review = ({ projectId, proposal, flag, environment, next }: ReviewProps) => {
  const [note, setNote] = useState('')
  const approve = useApproveProposal(projectId)
  const reject = useRejectProposal(projectId)
  const role = useBecause('editor')
  const { plan } = useSession()
  const isBusy = approve.isPending || reject.isPending
  const review = { proposalId: proposal.id, note: note.trim() }
  return (
    <section className="review" aria-label="Your review">
      <div>
        <h2>Your review</h2>
        <p>
          Approving makes this version {next} of {environment.name} at once.
        </p>
      </div>
      <Field label="Note" aside="optional, kept in the audit log">
        {(control) => <TextArea {...control} rows={4} value={note} onChange={(event) => setNote(event.target.value)} />}
      </Field>
      <div className="buttons">
        <Button because={role} busy={isBusy} onClick={() => reject.mutate(review)}>
          Reject
        </Button>
        <Button
          kind="primary"
          because={role ?? becauseOf(plan, flag.archivedAt)}
          busy={isBusy}
          onClick={() => approve.mutate(review)}
        >
          Approve as version {next}
        </Button>
      </div>
    </section>
  )
}

const becauseOf = (plan: string, archivedAt: string | null): string | undefined => {
  if (plan !== 'enterprise') return 'Approving needs the Enterprise plan. Rejecting always works.'
  return archivedAt === null ? undefined : 'The flag is archived. Bring it back first, or reject this.'
}
