import type { Environment } from '@bunting/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { FlagInList } from '../../data/flags.ts'
import { useBecause } from '../../data/session.ts'
import { Bunting, Says } from '../../parts/bunting.tsx'
import { HoverCard } from '../../parts/hover-card.tsx'
import { Pennant } from '../../parts/pennant.tsx'
import { pennantState } from '../../parts/pennant-state.ts'
import { sayState } from '../../parts/pennant-words.ts'
import { Popover } from '../../parts/popover.tsx'
import { Switch } from '../../parts/switch.tsx'
import { hasFirstConfig, staysTrue } from './turned-config.ts'
import type { Turn } from './use-turn.tsx'

type RowStateProps = {
  projectId: string
  flag: FlagInList
  environments: readonly Environment[]
  onTurn(turn: Turn): void
}

/** The bunting of a row: its words on hover and focus, its switches when it is pressed. */
export const RowState = (props: RowStateProps) => {
  const { flag, environments } = props
  const [isOpen, setOpen] = useState(false)
  const [isPointedAt, setPointedAt] = useState(false)
  const archived = flag.archivedAt !== null
  return (
    <Popover
      label={`${flag.name} in each environment`}
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open)
        setPointedAt(false)
      }}
      trigger={
        <HoverCard
          card={<Says environments={environments} versions={flag.versions} />}
          open={isPointedAt && !isOpen}
          onOpenChange={setPointedAt}
        >
          <button
            type="button"
            className="state-btn"
            // The focus also comes back here when the switches close: then the card would be in the way.
            onFocus={(event) => event.preventDefault()}
            onKeyUp={(event) => event.key === 'Tab' && setPointedAt(true)}
          >
            <Bunting environments={environments} versions={flag.versions} archived={archived} />
          </button>
        </HoverCard>
      }
    >
      <ul className="says turns">
        {environments.map((environment) => (
          <TurnLine key={environment.id} {...props} environment={environment} onLeave={() => setOpen(false)} />
        ))}
      </ul>
    </Popover>
  )
}

type TurnLineProps = RowStateProps & { environment: Environment; onLeave(): void }

const TurnLine = ({ projectId, flag, environment, onTurn, onLeave }: TurnLineProps) => {
  const mayNot = useBecause('editor')
  const [hasTurned, setTurned] = useState(false)
  const config = flag.versions[environment.id]?.config
  const state = pennantState(config)
  const archived = flag.archivedAt !== null
  const because = archived ? 'An archived flag does not change. Take it out of the archive first.' : mayNot
  const turn = (on: boolean) => {
    // What asks first does so in a dialog of its own.
    if (environment.protected || staysTrue(config, { on })) onLeave()
    else setTurned(true)
    onTurn({ flag, environment, on })
  }
  return (
    <li>
      <Pennant environment={environment} state={state} height={20} line archived={archived} sways={hasTurned} />
      <b dir="auto">{environment.name}</b>
      <span>
        {archived && config ? 'archived' : sayState(state)}
        {environment.protected && ', protected'}
      </span>
      {config || hasFirstConfig(flag.type) ? (
        <Switch
          label={`On in ${environment.name}`}
          checked={!archived && (config?.enabled ?? false)}
          onChange={turn}
          because={because}
        />
      ) : (
        <Link
          className="link"
          to="/projects/$projectId/flags/$flagKey"
          params={{ projectId, flagKey: flag.key }}
          search={{ env: environment.slug }}
        >
          Set up<span className="sr-only"> in {environment.name}</span>
        </Link>
      )}
    </li>
  )
}
