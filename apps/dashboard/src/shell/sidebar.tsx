import { Link } from '@tanstack/react-router'
import { useFlags } from '../data/flags.ts'
import { usePendingProposals } from '../data/proposals.ts'
import { useRole, useSession } from '../data/session.ts'
import { count, plural } from '../format/number.ts'
import { classes } from '../parts/classes.ts'
import { Mark } from './mark.tsx'
import { nav } from './nav.ts'
import { ProjectSwitcher } from './project-switcher.tsx'

export const Sidebar = ({ projectId }: { projectId: string }) => (
  <div className="side">
    <Link to="/projects/$projectId/flags" params={{ projectId }} className="brand">
      <Mark />
      Bunting
    </Link>
    <ProjectSwitcher projectId={projectId} />
    <nav className="nav" aria-label="Project">
      {nav.map((item) => (
        <Link
          key={item.to}
          to={item.to}
          params={{ projectId }}
          className={classes('apart' in item && 'apart')}
          activeProps={{ 'aria-current': 'page' }}
        >
          <item.icon size={16} strokeWidth={1.5} aria-hidden />
          {item.label}
          {item.label === 'Flags' && <FlagCount projectId={projectId} />}
          {item.label === 'Proposals' && <PendingCount projectId={projectId} />}
        </Link>
      ))}
    </nav>
    <Standing />
  </div>
)

const FlagCount = ({ projectId }: { projectId: string }) => {
  const { items, isComplete } = useFlags(projectId)
  if (!items || !isComplete) return null
  const active = items.filter(({ archivedAt }) => archivedAt === null).length
  return (
    <span className="end">
      {count(active)}
      <span className="sr-only"> active</span>
    </span>
  )
}

const PendingCount = ({ projectId }: { projectId: string }) => {
  const { items = [] } = usePendingProposals(projectId)
  if (items.length === 0) return null
  return (
    <span className="badge">
      {items.length}
      <span className="sr-only"> {plural(items.length, 'proposal').replace(/^\S+ /, '')} waiting for review</span>
    </span>
  )
}

const articles = { viewer: 'a viewer', editor: 'an editor', admin: 'an admin' }

const Standing = () => {
  const { plan } = useSession()
  const role = useRole()
  return (
    <div className="side-foot">
      <b className="inline-block first-letter:uppercase">{plan} plan</b>
      <br />
      You are {articles[role]} here
    </div>
  )
}
