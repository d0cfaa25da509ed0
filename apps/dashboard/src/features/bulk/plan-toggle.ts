import type { Environment } from '@bunting/contract'
import type { FlagInList } from '../../api/flags.ts'
import { pennantState } from '../../ui/pennants/pennant-state.ts'
import { sayState } from '../../ui/pennants/pennant-words.ts'
import { hasFirstConfig, staysTrue, toggledConfig } from '../flag-switch/toggled-config.ts'
import type { Plan, Planned } from './plan.ts'

type Toggling = {
  environment: Environment
  on: boolean
  /** Sets the default to `false`, if turning the flag off would still give `true`. */
  withFalse: boolean
  /** Tells whether a proposal is pending for the flag in the environment: only one can be. */
  isPending(flag: FlagInList): boolean
}

export const planToggle = (flags: readonly FlagInList[], toggling: Toggling): Plan =>
  flags.map((flag) => planOne(flag, toggling))

const planOne = (flag: FlagInList, { environment, on, withFalse, isPending }: Toggling): Planned => {
  const { key, name } = flag
  const before = flag.versions[environment.id]?.config
  const refused = (says: string): Planned => ({ key, name, outcome: 'refused', says })
  if (flag.archivedAt !== null) return refused('is archived')
  if (before?.enabled === on) return { key, name, outcome: 'same', says: sayState(pennantState(before)) }
  if (!before && !on) return { key, name, outcome: 'same', says: 'has nothing here yet' }
  if (!before && !hasFirstConfig(flag.type))
    return refused(`has nothing here yet; a ${flag.type} is set up on its page`)
  if (environment.protected && isPending(flag)) return refused('a proposal is waiting already, one at a time')
  const isTrue = staysTrue(before, { on })
  const config = toggledConfig(before, { on, withFalse: isTrue && withFalse })
  const after = sayState(pennantState(config))
  const says = `${sayState(pennantState(before))} → ${after}${isTrue ? `; everyone gets ${withFalse ? 'false' : 'true still'}` : ''}`
  const flagRef = { flagKey: key, envId: environment.id }
  return environment.protected
    ? {
        key,
        name,
        outcome: 'proposes',
        says,
        // The version of the base, not of the result.
        step: { does: 'propose', ...flagRef, config: { ...config, version: before?.version ?? 0 } },
      }
    : { key, name, outcome: 'changes', says, step: { does: 'save', ...flagRef, config } }
}
