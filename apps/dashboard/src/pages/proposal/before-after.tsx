import type { Environment } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import { ArrowRight } from 'lucide-react'
import { percent, plural } from '../../format/number.ts'
import { Pennant } from '../../ui/pennants/pennant.tsx'
import { pennantState } from '../../ui/pennants/pennant-state.ts'
import { sayState } from '../../ui/pennants/pennant-words.ts'
import { Value } from '../../ui/value.tsx'
import type { Sides } from './use-sides.tsx'

type BeforeAfterProps = { environment: Environment; sides: Sides; isPending: boolean }

/** The pennant before and after, on one line. */
export const BeforeAfter = ({ environment, sides, isPending }: BeforeAfterProps) => (
  <div className="before-after">
    <Half environment={environment} config={sides.before} head={sides.heads[0]} />
    <ArrowRight className="to" size={16} strokeWidth={1.5} aria-hidden />
    <Half
      environment={environment}
      config={sides.after}
      head={isPending ? `If approved, version ${sides.next}` : sides.heads[1]}
    />
  </div>
)

type HalfProps = { environment: Environment; config: FlagConfig | null; head: string }

const Half = ({ environment, config, head }: HalfProps) => {
  const state = pennantState(config ?? undefined)
  return (
    <div className="half">
      <Pennant environment={environment} state={state} height={56} label={`${environment.name}: ${sayState(state)}`} />
      <div className="min-w-0">
        <small>{head}</small>
        <b>{sayHalf(config)}</b>
        {config && (
          <span>
            {config.rules.length > 0 && config.enabled ? 'Everyone else gets' : 'Everyone gets'}{' '}
            <Value value={config.defaultValue} />
          </span>
        )}
      </div>
    </div>
  )
}

const sayHalf = (config: FlagConfig | null): string => {
  const state = pennantState(config ?? undefined)
  if (!config || state.kind === 'nothing') return 'No version'
  if (!state.on) return 'Off'
  const on = config.rules.filter(({ enabled }) => enabled).length
  if (on === 0) return 'On, no rules'
  return `${plural(on, 'rule')} on${state.share < 1 ? `, ${percent(state.share * 100)} rollout` : ''}`
}
