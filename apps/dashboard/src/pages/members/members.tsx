import type { Member, Role } from '@bunting/contract'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useMembers } from '../../api/members.ts'
import { useProjects } from '../../api/projects.ts'
import { useBecauseInOrganization, useSession } from '../../api/session.ts'
import { Page } from '../../features/page/page.tsx'
import { ProjectName } from '../../features/page/project-name.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Face } from '../../ui/face.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import './members.css'
import { roleWords } from '../../format/roles.ts'
import { Invitations } from './invitations.tsx'
import { Invite } from './invite.tsx'
import { ProjectRoleChoice } from './project-role-choice.tsx'
import { RemoveMember } from './remove-member.tsx'
import { RoleChoice } from './role-choice.tsx'
import { WaysIn } from './ways-in.tsx'

const heads = [
  'Name',
  'E-mail',
  'Role',
  'In projects',
  'Joined',
  <span key="actions" className="sr-only">
    Actions
  </span>,
]

export const MembersPage = () => {
  const { items: projects } = useProjects()
  const notAdmin = useBecauseInOrganization('admin')
  const [inviting, setInviting] = useState(false)
  const { items, error, refetch } = useMembers()
  // The oldest members come first.
  const members = (items as Member[] | undefined)?.toReversed()
  const lede =
    'Who may look at and change the flags of the organization. A role holds in all its projects, but for those where somebody has another.'
  return (
    <Page
      title="Members"
      parent={<ProjectName />}
      lede={lede}
      actions={
        <Button kind="primary" because={notAdmin} onClick={() => setInviting(true)}>
          <UserPlus size={16} strokeWidth={1.5} aria-hidden />
          Invite somebody
        </Button>
      }
    >
      {error && !members && <Failed title="The members did not load" error={error} onRetry={() => void refetch()} />}
      {members && projects && <MemberTable members={members} projects={projects} />}
      {projects && notAdmin === undefined && <Invitations projects={projects} />}
      <section aria-labelledby="roles">
        <h2 id="roles" className="mt-9 mb-2">
          What a role may do
        </h2>
        <dl className="roles">
          {Object.entries(roleWords).map(([role, { label, may }]) => (
            <div key={role}>
              <dt>{label}</dt>
              <dd>{may}</dd>
            </div>
          ))}
        </dl>
      </section>
      <WaysIn />
      <Invite projects={projects ?? []} open={inviting} onClose={() => setInviting(false)} />
    </Page>
  )
}

/** One admin must remain. */
const lastAdmin = 'The only admin. Make somebody else an admin first.'

type MemberTableProps = { members: readonly Member[]; projects: readonly { id: string; name: string }[] }

const MemberTable = ({ members, projects }: MemberTableProps) => {
  const { user } = useSession()
  const notAdmin = useBecauseInOrganization('admin')
  const [removing, setRemoving] = useState<Member>()
  const admins = members.filter(({ role }) => role === 'admin').length
  const becauseOf = (role: Role) => notAdmin ?? (role === 'admin' && admins === 1 ? lastAdmin : undefined)
  return (
    <div className="members mt-4">
      <Table label="Members" heads={heads}>
        {members.map((member) => (
          <tr key={member.id}>
            <td className="desc">
              <span className="member">
                <Face name={member.name} me={member.id === user.id} />
                <span className="name" dir="auto">
                  {member.name}
                </span>
                {member.id === user.id && <span className="text-ink-3">you</span>}
              </span>
            </td>
            <td className="text-ink-2">
              <bdi className="address">{member.email ?? 'by the link of this machine'}</bdi>
            </td>
            <td>
              <RoleChoice member={member} isMe={member.id === user.id} because={becauseOf(member.role)} />
            </td>
            <td>
              <ProjectRoleChoice member={member} projects={projects} because={notAdmin} />
            </td>
            <td className="text-ink-2">
              <Time at={member.createdAt} />
            </td>
            <td>
              <Button
                kind="danger"
                size="sm"
                className="ghost -mr-2"
                because={becauseOf(member.role)}
                onClick={() => setRemoving(member)}
                aria-label={`Remove ${member.name}`}
              >
                Remove
              </Button>
            </td>
          </tr>
        ))}
      </Table>
      <RemoveMember member={removing} isMe={removing?.id === user.id} onClose={() => setRemoving(undefined)} />
    </div>
  )
}
