import { isolate } from '@bunting/contract/text'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { toast } from '../../api/core/toast.tsx'
import { isOfConfig, type Proposal } from '../../api/proposals.ts'
import { useApproveProposal, useRejectProposal } from '../../api/propose.ts'
import { useSession } from '../../api/session.ts'
import { focusPage } from '../../features/page/page.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Field, TextArea } from '../../ui/controls/field.tsx'
import { Note } from '../../ui/note.tsx'
import { Dialog, DialogFoot } from '../../ui/overlays/dialog.tsx'
import type { ApproveHereProps } from './approve-here-props.ts'
import { ProposedHere } from './proposed-here.tsx'

/** Approves or rejects a proposal in the list. Repeats its changes, and sends the user to its page if it may undo others. */
export const ApproveHere = ({ onClose, ...props }: ApproveHereProps & { onClose(): void }) => {
  const { projectId, proposal, flag, segment, environment } = props
  const [note, setNote] = useState('')
  const approve = useApproveProposal(projectId)
  const reject = useRejectProposal(projectId)
  const { plan } = useSession()
  const latest = (flag ?? segment)?.versions[environment.id]?.version ?? 0
  const input = { proposalId: proposal.id, note: note.trim() }
  const busy = approve.isPending || reject.isPending
  const name = isolate((flag ?? segment)?.name ?? environment.name)
  const tell = (title: string) => ({
    onSuccess: () => {
      onClose()
      toast({ kind: 'yes', title, children: `${name} in ${isolate(environment.name)}` })
      // The row is gone, and with it the element that had the focus.
      focusPage()
    },
  })
  const lookFirst = whyLookFirst(proposal, latest)
  const because = plan === 'enterprise' ? lookFirst && 'Open it first.' : notOnPlan
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Approve the change to ${name}?`}
      lede={`In ${isolate(environment.name)}, at once.`}
    >
      <ProposedHere {...props} />
      {lookFirst && (
        <div className="mt-3">
          <Note kind="warn">
            {lookFirst}{' '}
            <Link
              className="link"
              to="/projects/$projectId/proposals/$proposalId"
              params={{ projectId, proposalId: proposal.id }}
            >
              Open the proposal
            </Link>
          </Note>
        </div>
      )}
      <div className="mt-4">
        <Field label="Note" aside="optional, kept in the audit log">
          {(control) => (
            <TextArea {...control} rows={2} value={note} onChange={(event) => setNote(event.target.value)} />
          )}
        </Field>
      </div>
      <DialogFoot>
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button busy={busy} onClick={() => reject.mutate(input, tell('Rejected'))}>
          Reject
        </Button>
        <Button
          kind="primary"
          busy={busy}
          because={because}
          onClick={() =>
            approve.mutate({ ...input, ...(flag || segment ? { expectedVersion: latest } : {}) }, tell('Approved'))
          }
        >
          {isOfConfig(proposal) ? `Approve as version ${latest + 1}` : 'Approve'}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

const notOnPlan = 'Approving needs the Enterprise plan. Rejecting always works.'

/** The reason to open the proposal first, which the list does not show: it may undo another change. */
const whyLookFirst = (proposal: Proposal, latest: number): string | undefined => {
  if (proposal.emergencyVersion !== undefined)
    return `Version ${proposal.emergencyVersion} was saved in an emergency after this was proposed.`
  const base = isOfConfig(proposal) ? proposal.proposedConfig.version : latest
  return base < latest
    ? `It began from version ${base}; version ${latest} is live now, and it may undo that.`
    : undefined
}
