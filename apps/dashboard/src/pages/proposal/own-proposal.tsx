import { isolate, sayList } from '@bunting/contract/text'
import { Link2, Lock, Pencil, Users } from 'lucide-react'
import { useMembers } from '../../api/members.ts'
import { useRejectProposal } from '../../api/propose.ts'
import { roleIn, useBecause, useSession } from '../../api/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useCopy } from '../../ui/controls/copy.tsx'
import type { ProposalProps } from './proposal-props.ts'

const mine = 'Nobody approves their own, admins included.'

type OwnProposalProps = ProposalProps & {
  action: string
  /** Opens the proposal in the editor, if it can be amended. */
  onAmend: (() => void) | undefined
}

/** The user's own proposal: why they cannot approve it, who can, and how to withdraw it. */
export const OwnProposal = ({ projectId, proposal, environment, action, onAmend }: OwnProposalProps) => {
  const because = useBecause('editor')
  const withdraw = useRejectProposal(projectId, 'Not withdrawn')
  const { copied, copy } = useCopy(window.location.href)
  return (
    <section className="review" aria-label="Your proposal">
      <div>
        <h2>Your proposal</h2>
        <p>
          <bdi>{environment.name}</bdi> is protected, so somebody else has to approve this. {mine}
        </p>
      </div>
      <Button because={mine}>
        <Lock size={16} strokeWidth={1.5} aria-hidden />
        {action}
      </Button>
      <Reviewers projectId={projectId} />
      <div className="buttons">
        <Button onClick={copy}>
          <Link2 size={16} strokeWidth={1.5} aria-hidden />
          {copied ? 'Copied' : 'Copy link'}
        </Button>
        <Button
          kind="danger"
          because={because}
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate({ proposalId: proposal.id })}
        >
          Withdraw
        </Button>
        {onAmend && (
          <Button because={because} onClick={onAmend}>
            <Pencil size={16} strokeWidth={1.5} aria-hidden />
            Amend
          </Button>
        )}
      </div>
    </section>
  )
}

const maxNamed = 3

const Reviewers = ({ projectId }: { projectId: string }) => {
  const { user } = useSession()
  const { items: members } = useMembers()
  if (!members) return null
  const others = members
    .filter((member) => member.id !== user.id && roleIn(projectId, member) !== 'viewer')
    .map(({ name }) => isolate(name))
  const named = others.length > maxNamed ? [...others.slice(0, maxNamed), `${others.length - maxNamed} more`] : others
  return (
    <div className="note">
      <Users size={16} strokeWidth={1.5} aria-hidden />
      {others.length > 0 ? (
        <span>
          <b>{sayList(named)}</b> can approve. They have it in Proposals.
        </span>
      ) : (
        <span>
          <b>Nobody else here can approve yet.</b> A second editor or admin can, in person or with a key of theirs.
        </span>
      )}
    </div>
  )
}
