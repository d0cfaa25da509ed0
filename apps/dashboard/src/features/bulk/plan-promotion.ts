import type { Environment } from '@bunting/contract'
import type { FlagInList } from '../../api/flags.ts'
import type { Promoted } from '../../api/many.ts'
import { pennantState } from '../../ui/pennants/pennant-state.ts'
import { sayState } from '../../ui/pennants/pennant-words.ts'
import type { Plan, Planned } from './plan.ts'

const outcomes = { same: 'same', changed: 'changes', proposed: 'proposes', failed: 'refused' } as const

type Promotion = { flags: readonly FlagInList[]; from: Environment; to: Environment; tried: readonly Promoted[] }

/** The plan for a promotion, from the service's dry run: flag by flag, and the segments that come along. */
export const planPromotion = ({ flags, from, to, tried }: Promotion): Plan => {
  const byKey = new Map(flags.map((flag) => [flag.key, flag]))
  return tried.flatMap((one): Planned[] => {
    const outcome = outcomes[one.outcome]
    if (one.segmentKey !== undefined) {
      const says = one.message ?? (one.outcome === 'same' ? 'is there as it is' : 'a segment that comes along')
      return [{ key: `segment ${one.segmentKey}`, name: one.segmentKey, outcome, says }]
    }
    const flag = byKey.get(one.flagKey ?? '')
    if (!flag) return []
    const stateIn = ({ id }: Environment) => sayState(pennantState(flag.versions[id]?.config))
    const says = one.message ?? (one.outcome === 'same' ? stateIn(to) : sayChange(stateIn(to), stateIn(from)))
    return [{ key: flag.key, name: flag.name, outcome, says }]
  })
}

const sayChange = (before: string, after: string): string =>
  before === after ? `${after}, with other rules or values` : `${before} → ${after}`
