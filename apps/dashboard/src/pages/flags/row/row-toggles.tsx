import type { Environment } from '@bunting/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { FlagInList } from '../../../api/flags.ts'
import { useBecause } from '../../../api/session.ts'
import { hasFirstConfig, staysTrue } from '../../../features/flag-switch/toggled-config.ts'
import { type Toggle, useToggle } from '../../../features/flag-switch/use-toggle.tsx'
import { DependentList, NeededWhenOff, useDependentsIn } from '../../../features/flags/needed-by.tsx'
import { Switch } from '../../../ui/controls/switch.tsx'
import { Pennant } from '../../../ui/pennants/pennant.tsx'
import { pennantState } from '../../../ui/pennants/pennant-state.ts'
import { sayState } from '../../../ui/pennants/pennant-words.ts'

export type RowTogglesProps = {
  projectId: string
  flag: FlagInList
  environments: readonly Environment[]
  /** Called if a toggle needs a confirmation or a proposal. */
  onAskToggle(toggle: Toggle): void
  onLeave(): void
}

/** The switches of a flag, environment by environment. */
export const RowToggles = (props: RowTogglesProps) => (
  <ul className="says toggles">
    {props.environments.map((environment) => (
      <ToggleLine key={environment.id} {...props} environment={environment} />
    ))}
  </ul>
)

type ToggleLineProps = RowTogglesProps & { environment: Environment }

const ToggleLine = ({ projectId, flag, environment, onAskToggle, onLeave }: ToggleLineProps) => {
  const mayNot = useBecause('editor')
  const toggleNow = useToggle(projectId)
  const [hasToggled, setToggled] = useState(false)
  const config = flag.versions[environment.id]?.config
  const state = pennantState(config)
  const archived = flag.archivedAt !== null
  const because = archived ? 'An archived flag does not change. Take it out of the archive first.' : mayNot
  const there = {
    to: '/projects/$projectId/flags/$flagKey',
    params: { projectId, flagKey: flag.key },
    search: { env: environment.slug },
  } as const
  const toggle = (on: boolean) => {
    if (environment.protected || flag.managedBy !== undefined || staysTrue(config, { on })) {
      onLeave()
      onAskToggle({ flag, environment, on })
    } else {
      setToggled(true)
      toggleNow({ flag, environment, on })
    }
  }
  return (
    <li>
      <Link {...there} tabIndex={-1} aria-hidden>
        <Pennant environment={environment} state={state} height={20} line archived={archived} sways={hasToggled} />
      </Link>
      <b dir="auto">
        <Link {...there}>{environment.name}</Link>
      </b>
      <span>
        {archived && config ? 'archived' : sayState(state)}
        {environment.protected && ', protected'}
      </span>
      {config || hasFirstConfig(flag.type) ? (
        <Switch
          label={`On in ${environment.name}`}
          checked={!archived && (config?.enabled ?? false)}
          onChange={toggle}
          because={because}
        />
      ) : (
        <Link className="link" {...there}>
          Set up<span className="sr-only"> in {environment.name}</span>
        </Link>
      )}
      {config && !archived && (
        <NeededThere {...{ projectId, flagKey: flag.key, envId: environment.id }} isOn={config.enabled} />
      )}
    </li>
  )
}

type NeededThereProps = { projectId: string; flagKey: string; envId: string; isOn: boolean }

/** The flags that have this one as a prerequisite there, below its switch: before it is turned off, and afterwards. */
const NeededThere = ({ isOn, ...flagRef }: NeededThereProps) => {
  const dependents = useDependentsIn(flagRef)
  if (dependents.length === 0) return null
  return (
    <div className="needed">
      {isOn ? <DependentList projectId={flagRef.projectId} dependents={dependents} /> : <NeededWhenOff {...flagRef} />}
    </div>
  )
}
