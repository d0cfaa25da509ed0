import { Link } from '@tanstack/react-router'
import { useEnvironments } from '../../api/environments.ts'
import { usePendingProposals } from '../../api/proposals.ts'
import { plural } from '../../format/number.ts'
import { Empty } from '../../ui/blank.tsx'
import { buttonClass } from '../../ui/controls/button.tsx'

type NoProposalsProps = { projectId: string; shown: 'mine' | 'pending' | 'approved' | 'rejected' | 'all' }

const titles = {
  mine: 'Nothing waits for you',
  pending: 'Nothing waits for review',
  approved: 'No approved proposals yet',
  rejected: 'No rejected proposals yet',
  all: 'No proposals yet',
}

export const NoProposals = ({ projectId, shown }: NoProposalsProps) => {
  const isProtected = useEnvironments(projectId).some((environment) => environment.protected)
  const { items: pending = [] } = usePendingProposals(projectId)
  if (!isProtected && pending.length === 0) {
    return (
      <Empty
        title="No environment is protected"
        actions={
          <Link
            to="/projects/$projectId/environments"
            params={{ projectId }}
            className={buttonClass({ kind: 'primary' })}
          >
            Environments & keys
          </Link>
        }
      >
        Protect one, and changes to it are proposed first: they take effect once somebody else approves them.
      </Empty>
    )
  }
  if (shown === 'mine' && pending.length > 0) {
    return (
      <Empty
        title={titles.mine}
        actions={
          <Link
            to="/projects/$projectId/proposals"
            params={{ projectId }}
            search={{ status: 'pending' }}
            className={buttonClass({})}
          >
            See what waits for others
          </Link>
        }
      >
        {plural(pending.length, 'proposal')} of yours {pending.length === 1 ? 'waits' : 'wait'} for somebody else here.
      </Empty>
    )
  }
  return (
    <Empty
      title={titles[shown]}
      actions={
        <Link to="/projects/$projectId/flags" params={{ projectId }} className={buttonClass({})}>
          Go to the flags
        </Link>
      }
    >
      Change a flag in a protected environment, and what you propose is listed here.
    </Empty>
  )
}
