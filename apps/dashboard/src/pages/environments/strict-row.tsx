import { Link } from '@tanstack/react-router'
import { useUpdateEnvironment } from '../../api/environments.ts'
import { usePendingProposals } from '../../api/proposals.ts'
import { useBecause, useSession } from '../../api/session.ts'
import type { CardProps } from '../../features/environments/card-props.ts'
import { useTellProposed } from '../../features/proposals/use-tell-proposed.ts'
import { Switch } from '../../ui/controls/switch.tsx'
import { Explained } from '../../ui/explained.tsx'

/** Requires two people for what an admin could otherwise do alone. One of them turns it on, two turn it off. */
export const StrictRow = ({ projectId, environment }: CardProps) => {
  const notAdmin = useBecause('admin')
  const { plan } = useSession()
  const update = useUpdateEnvironment(projectId, environment)
  const tellProposed = useTellProposed(projectId)
  const { items = [] } = usePendingProposals(projectId)
  const pending = items.find(({ kind, environmentId }) => kind === 'environment' && environmentId === environment.id)
  const notOnPlan = plan === 'enterprise' ? undefined : 'Strict environments come with the Enterprise plan.'
  const waits = pending && 'A proposal to change this is waiting.'
  return (
    <div className="set">
      <Explained means="Admins do nothing alone here either: archiving, client safety and taking the protection off take a second person.">
        Strict
      </Explained>
      {pending ? (
        <Link
          className="link"
          to="/projects/$projectId/proposals/$proposalId"
          params={{ projectId, proposalId: pending.id }}
        >
          change proposed
        </Link>
      ) : (
        environment.strict && <small>admins included</small>
      )}
      <Switch
        label={`${environment.name} is strict`}
        checked={environment.strict === true}
        onChange={(strict) => update.mutate({ envId: environment.id, strict }, { onSuccess: tellProposed })}
        because={notAdmin ?? notOnPlan ?? waits}
      />
    </div>
  )
}
