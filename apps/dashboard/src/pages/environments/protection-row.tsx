import { useState } from 'react'
import { useUpdateEnvironment } from '../../api/environments.ts'
import { usePendingProposals } from '../../api/proposals.ts'
import { useBecause, useSession } from '../../api/session.ts'
import type { CardProps } from '../../features/environments/card-props.ts'
import { useTellProposed } from '../../features/proposals/use-tell-proposed.ts'
import { plural } from '../../format/number.ts'
import { Switch } from '../../ui/controls/switch.tsx'
import { Explained } from '../../ui/explained.tsx'
import { Confirm } from '../../ui/overlays/confirm.tsx'

/** Protection needs proposals: without them, nothing could be changed any more. */
export const withoutProposals = 'Protection needs proposals, which come with the Enterprise plan.'

export const ProtectionRow = ({ projectId, environment }: CardProps) => {
  const notAdmin = useBecause('admin')
  const { plan } = useSession()
  const update = useUpdateEnvironment(projectId, environment)
  const [leaving, setLeaving] = useState(false)
  const { id: envId, name } = environment
  const notOnPlan = plan !== 'enterprise' && !environment.protected ? withoutProposals : undefined
  const tellProposed = useTellProposed(projectId)
  const save = (protect: boolean) =>
    update.mutate({ envId, protected: protect }, { onSuccess: tellProposed, onSettled: () => setLeaving(false) })
  const isStrict = environment.strict === true
  return (
    <div className="set">
      <Explained means="A change of a flag here waits until somebody else approves it.">Protected</Explained>
      {environment.protected && <small>needs two people</small>}
      <Switch
        label={`${name} is protected`}
        checked={environment.protected}
        onChange={(protect) => (protect ? save(true) : setLeaving(true))}
        because={notAdmin ?? notOnPlan}
      />
      <Confirm
        open={leaving}
        onClose={() => setLeaving(false)}
        title={isStrict ? `Propose to take the protection off ${name}?` : `Take the protection off ${name}?`}
        action={isStrict ? 'Propose it' : 'Take the protection off'}
        onConfirm={() => save(false)}
        busy={update.isPending}
      >
        {isStrict && 'It is strict: nothing changes until somebody else approves. '}
        From then on every editor changes flags there alone, at once. <PendingThere {...{ projectId, envId }} />
      </Confirm>
    </div>
  )
}

const PendingThere = ({ projectId, envId }: { projectId: string; envId: string }) => {
  const { items = [], isComplete } = usePendingProposals(projectId)
  const pending = items.filter(({ environmentId }) => environmentId === envId).length
  if (!isComplete) return 'Proposals that wait there are rejected.'
  if (pending === 0) return 'No proposal waits there.'
  return `${plural(pending, 'proposal waits', 'proposals wait')} there and ${pending === 1 ? 'is' : 'are'} rejected, for good.`
}
