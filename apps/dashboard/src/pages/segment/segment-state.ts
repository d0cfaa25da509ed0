import type { SegmentRule } from '@bunting/engine'
import type { PennantState } from '../../ui/pennants/pennant-state.ts'

type Sized = { rules: readonly SegmentRule[] } & ({ includedCount: number } | { included: readonly string[] })

/** A segment's state for a pennant: an outline if nobody is in, a forked tail if rules decide. */
export const segmentState = (config: Sized | undefined): PennantState => {
  if (!config) return { kind: 'nothing' }
  const forked = config.rules.some(({ enabled }) => enabled)
  const ids = 'included' in config ? config.included.length : config.includedCount
  const on = forked || ids > 0
  return { kind: 'config', on, forked, share: on ? 1 : 0 }
}

/** Of a large one, which has ids alone. */
export const listState = (size: number): PennantState => ({
  kind: 'config',
  on: size > 0,
  forked: false,
  share: size > 0 ? 1 : 0,
})

export const saySegmentState = (state: PennantState): string => {
  if (state.kind === 'nothing') return 'nothing yet'
  if (!state.on) return 'nobody is in'
  return state.forked ? 'rules decide' : 'by their ids'
}
