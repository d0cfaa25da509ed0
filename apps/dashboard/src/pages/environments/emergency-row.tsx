import { useUpdateEnvironment } from '../../data/environments.ts'
import { useBecause } from '../../data/session.ts'
import { Switch } from '../../parts/switch.tsx'
import { useTellProposed } from '../proposal/use-tell-proposed.ts'
import type { CardProps } from './card-props.ts'

/** Whether an admin may save a config past the proposals; of no effect where it takes two people for everything. */
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
