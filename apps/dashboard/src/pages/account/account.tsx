import { useParams } from '@tanstack/react-router'
import { useProjects } from '../../api/projects.ts'
import { useSession } from '../../api/session.ts'
import { Page } from '../../features/page/page.tsx'
import { ProjectName } from '../../features/page/project-name.tsx'
import { useSignOut } from '../../features/session/sign-out.tsx'
import { Button } from '../../ui/controls/button.tsx'
import '../../ui/words.css'
import { roleWords } from '../../format/roles.ts'
import { Notifications } from './notifications.tsx'
import { OwnKeys } from './own-keys.tsx'
import { OwnSessions } from './own-sessions.tsx'

export const AccountPage = () => {
  const { projectId } = useParams({ from: '/projects/$projectId/account' })
  const { leave, asking } = useSignOut()
  return (
    <Page
      title="Your account"
      parent={<ProjectName />}
      actions={<Button onClick={() => void leave(true)}>Sign out everywhere</Button>}
    >
      <Facts />
      <Notifications />
      <OwnSessions onLeave={() => void leave(false)} />
      <OwnKeys projectId={projectId} />
      {asking}
    </Page>
  )
}

const Facts = () => {
  const { user, organization, role, projects = {} } = useSession()
  const { items = [] } = useProjects()
  const elsewhere = items.filter(({ id }) => projects[id] !== undefined)
  return (
    <dl className="about-list">
      <div>
        <dt>Name</dt>
        <dd dir="auto">{user.name}</dd>
      </div>
      <div>
        <dt>E-mail</dt>
        <dd>
          <bdi>{user.email ?? 'None: you came by the link of this machine'}</bdi>
        </dd>
      </div>
      <div>
        <dt>Role</dt>
        <dd>
          {roleWords[role].label} of the organization <bdi>{organization.name}</bdi>
        </dd>
      </div>
      {elsewhere.map(({ id, name }) => (
        <div key={id}>
          <dt>
            In <bdi>{name}</bdi>
          </dt>
          <dd>{roleWords[projects[id] ?? role].label}</dd>
        </div>
      ))}
    </dl>
  )
}
