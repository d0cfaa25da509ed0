import type { FlagConfig } from '@bunting/engine'
import { percent, plural } from '../../format/number.ts'
import { pennantState } from '../../ui/pennants/pennant-state.ts'

/** A config in a few words, for a caption: `3 rules, 40 %`, `everyone`, `off`. */
export const sayConfig = (config: FlagConfig | undefined): string => {
  const state = pennantState(config)
  if (!config || state.kind === 'nothing') return 'nothing yet'
  const rules = config.rules.length > 0 ? [plural(config.rules.length, 'rule')] : []
  if (!state.on) return ['off', ...rules].join(', ')
  if (rules.length === 0) return state.share === 0 ? 'on for nobody' : 'everyone'
  return [...rules, ...(state.share < 1 ? [percent(state.share * 100)] : [])].join(', ')
}
