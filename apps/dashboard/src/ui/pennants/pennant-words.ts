import { isolate } from '@bunting/contract/text'
import { percent } from '../../format/number.ts'
import type { PennantState } from './pennant-state.ts'

/** The state of a pennant as a part of a sentence: `on, rules decide, rolled out to 10 %`. */
export const sayState = (state: PennantState): string => {
  if (state.kind === 'nothing') return 'nothing yet'
  if (!state.on) return state.forked ? `off, ${decider(state)} waiting` : 'off'
  if (state.forked) {
    const says = `on, ${decider(state)} decide`
    return state.share < 1 ? `${says}, ${rollout(state.share)}` : says
  }
  if (state.share === 0) return 'on for nobody'
  return state.share < 1 ? rollout(state.share) : 'on for everyone'
}

const decider = ({ needs }: { needs?: true }): string => (needs ? 'prerequisites' : 'rules')

const rollout = (share: number): string => `rolled out to ${percent(share * 100)}`

export type Hung = { name: string; protected: boolean; state: PennantState }

/** A whole bunting as one sentence for each environment. */
export const sayBunting = (hung: readonly Hung[]): string =>
  hung.map((one) => `${isolate(one.name)}: ${sayState(one.state)}${one.protected ? ', protected' : ''}`).join('. ')

/** The meaning of each state for apps, in one line. */
export const sayStates =
  'Nothing: apps get no answer and use what their code says. Off: everybody gets the default. On: rules decide, and everybody else gets the default.'
