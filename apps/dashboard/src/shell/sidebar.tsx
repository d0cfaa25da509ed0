import { Link } from '@tanstack/react-router'
import { useExperiments } from '../api/experiments.ts'
import { useFlags } from '../api/flags.ts'
import { useRole, useSession } from '../api/session.ts'
import { useWaitingCount } from '../api/waiting.ts'
import { count } from '../format/number.ts'
import { classes } from '../ui/classes.ts'
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
          {item.label === 'Experiments' && <RunningCount projectId={projectId} />}
          {item.label === 'Proposals' && <WaitingCount />}
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

/** The number of experiments that run; nothing while there is none. */
const RunningCount = ({ projectId }: { projectId: string }) => {
  const { items, isComplete } = useExperiments(projectId, 'running')
  if (!items || !isComplete || items.length === 0) return null
  return (
    <span className="end">
      {count(items.length)}
      <span className="sr-only"> running</span>
    </span>
  )
}

/** The number of proposals for the user to approve, in every project. */
const WaitingCount = () => {
  const waiting = useWaitingCount() ?? 0
  if (waiting === 0) return null
  return (
    <span className="badge">
      {count(waiting)}
      <span className="sr-only"> {waiting === 1 ? 'waits' : 'wait'} for you</span>
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
