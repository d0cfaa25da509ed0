import type { FlagConfig } from '@bunting/engine'
import type { Change } from '../../features/diff/changes/change.ts'
import { changesBetween } from '../../features/diff/changes/changes-between.ts'

/**
 * What was changed since a proposal's base and would be changed back by it, though nobody proposed that: a proposal is
 * a whole config, so whatever came after its base is missing in it.
 */
export const undoneBy = (base: FlagConfig | null, current: FlagConfig, proposed: FlagConfig): readonly Change[] => {
  const proposedKeys = new Set(changesBetween(base, proposed).changes.map(({ key }) => key))
  const sinceBase = changesBetween(base, current).changes
  const back = new Set(changesBetween(current, proposed).changes.map(({ key }) => key))
  return sinceBase.filter(({ key }) => back.has(key) && !proposedKeys.has(key))
}
