import type { Invitation } from '@bunting/contract'
import { useActors } from '../../api/actors.ts'
import { useInvitations, useWithdrawInvitation } from '../../api/invitations.ts'
import { roleWords } from '../../format/roles.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { sayProjectRoles } from './project-roles.tsx'

const heads = [
  'E-mail',
  'Role',
  'In projects',
  'Invited',
  <span key="actions" className="sr-only">
    Actions
  </span>,
]

type InvitationsProps = { projects: readonly { id: string; name: string }[] }

/** The open invitations. Only admins see them. */
export const Invitations = ({ projects }: InvitationsProps) => {
  const { items = [], error, refetch } = useInvitations(true)
  const actor = useActors(items.map(({ createdBy }) => createdBy))
  if (error && items.length === 0) {
    return <Failed title="The invitations did not load" error={error} onRetry={() => void refetch()} />
  }
  if (items.length === 0) return null
  return (
    <section aria-labelledby="invited">
      <h2 id="invited" className="mt-9 mb-2">
        Invited
      </h2>
      <Table label="Invited" heads={heads}>
        {items.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            by={actor(invitation.createdBy).name}
            projects={projects}
          />
        ))}
      </Table>
    </section>
  )
}

const InvitationRow = ({ invitation, by, projects }: InvitationsProps & { invitation: Invitation; by: string }) => {
  const withdraw = useWithdrawInvitation()
  const { id, email, role, createdAt } = invitation
  return (
    <tr>
      <td className="desc">
        <bdi className="block max-w-80 truncate" title={email}>
          {email}
        </bdi>
      </td>
      <td>{roleWords[role].label}</td>
      <td className="text-ink-2">
        <bdi>{sayProjectRoles(invitation.projects, projects)}</bdi>
      </td>
      <td>
        <bdi>{by}</bdi>
        <span className="text-ink-3">
          , <Time at={createdAt} />
        </span>
      </td>
      <td>
        <Button
          kind="danger"
          size="sm"
          className="ghost -mr-2"
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate(id)}
          aria-label={`Withdraw the invitation of ${email}`}
        >
          Withdraw
        </Button>
      </td>
    </tr>
  )
}
