import { percent } from '../../../format/number.ts'
import type { PennantState } from '../../../ui/pennants/pennant-state.ts'

/** A flag's state in an environment, short enough for a column; quiet if nobody gets anything new. */
export const sayShortly = (state: PennantState): { words: string; isQuiet: boolean } => {
  if (state.kind === 'nothing') return { words: 'Nothing yet', isQuiet: true }
  if (!state.on) return { words: 'Off', isQuiet: true }
  const share = percent(state.share * 100)
  if (!state.forked) {
    if (state.share === 0) return { words: 'On for nobody', isQuiet: true }
    return { words: state.share < 1 ? share : 'On', isQuiet: false }
  }
  if (state.needs) return { words: 'Prerequisites', isQuiet: false }
  return { words: state.share < 1 ? `${share}, rules` : 'Rules', isQuiet: false }
}
