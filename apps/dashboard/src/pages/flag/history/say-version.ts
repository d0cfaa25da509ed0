import type { HistoricFlagVersion } from '@bunting/contract'
import { changesBetween } from '../../../features/diff/changes/changes-between.ts'
import { sayChanges } from '../../../features/diff/words/words.ts'
import { pennantState } from '../../../ui/pennants/pennant-state.ts'
import { sayState } from '../../../ui/pennants/pennant-words.ts'

/** What a version changed, on one line. */
export const sayVersion = (version: HistoricFlagVersion, previous: HistoricFlagVersion | undefined): string => {
  const { changes } = changesBetween(previous?.config ?? null, version.config)
  return previous ? sayChanges(changes) : `First version, ${sayState(pennantState(version.config))}`
}
