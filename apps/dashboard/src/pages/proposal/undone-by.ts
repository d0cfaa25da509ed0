import type { FlagConfig } from '@bunting/engine'
import type { Change } from '../../features/diff/changes/change.ts'
import { changesBetween } from '../../features/diff/changes/changes-between.ts'

/**
 * The changes since a proposal's base that it would revert, although nobody proposed that: a proposal is a whole config, so
 * later changes are missing in it.
 */
export const undoneBy = (base: FlagConfig | null, current: FlagConfig, proposed: FlagConfig): readonly Change[] => {
  const proposedKeys = new Set(changesBetween(base, proposed).changes.map(({ key }) => key))
  const sinceBase = changesBetween(base, current).changes
  const back = new Set(changesBetween(current, proposed).changes.map(({ key }) => key))
  return sinceBase.filter(({ key }) => back.has(key) && !proposedKeys.has(key))
}
