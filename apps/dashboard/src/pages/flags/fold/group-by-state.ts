import type { Environment } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import { type PennantState, pennantState } from '../../../ui/pennants/pennant-state.ts'

const groups: readonly { label: string; has(state: PennantState): boolean }[] = [
  {
    label: 'On for everyone',
    has: (state) => state.kind === 'config' && state.on && !state.forked && state.share === 1,
  },
  {
    label: 'Rolled out in part, or rules decide',
    has: (state) => state.kind === 'config' && state.on && (state.forked || (state.share > 0 && state.share < 1)),
  },
  {
    label: 'Off',
    has: (state) => state.kind === 'config' && (!state.on || (!state.forked && state.share === 0)),
  },
  { label: 'Nothing yet', has: (state) => state.kind === 'nothing' },
]

type Versions = Readonly<Record<string, { config: FlagConfig }>>

/** A flag's environments, grouped by its state there; empty groups are left out. */
export const groupByState = (environments: readonly Environment[], versions: Versions) => {
  const hung = environments.map((environment) => ({
    environment,
    state: pennantState(versions[environment.id]?.config),
  }))
  return groups
    .map(({ label, has }) => ({ label, hung: hung.filter(({ state }) => has(state)) }))
    .filter((group) => group.hung.length > 0)
}
