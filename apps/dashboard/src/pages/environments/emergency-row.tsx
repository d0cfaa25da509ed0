import { useUpdateEnvironment } from '../../api/environments.ts'
import { useBecause } from '../../api/session.ts'
import type { CardProps } from '../../features/environments/card-props.ts'
import { useTellProposed } from '../../features/proposals/use-tell-proposed.ts'
import { Switch } from '../../ui/controls/switch.tsx'

/** Whether an admin may save a config without a proposal; without effect in a strict environment. */
export const EmergencyRow = ({ projectId, environment }: CardProps) => {
  const notAdmin = useBecause('admin')
  const update = useUpdateEnvironment(projectId, environment)
  const tellProposed = useTellProposed(projectId)
  const { emergency = false, strict = false } = environment
  const notStrict =
    strict && !emergency ? 'It is strict: nobody saves there alone, in an emergency neither.' : undefined
  return (
    <div className="set">
      <span>Emergency saves</span>
      {emergency && <small>{strict ? 'not while strict' : 'admins alone'}</small>}
      <Switch
        label={`In an emergency admins save in ${environment.name} past the proposals, and say why`}
        checked={emergency}
        onChange={(on) => update.mutate({ envId: environment.id, emergency: on }, { onSuccess: tellProposed })}
        because={notAdmin ?? notStrict}
      />
    </div>
  )
}
