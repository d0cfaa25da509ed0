import type { HistoricFlagVersion } from '@bunting/contract'
import { changesBetween } from '../../../diff/changes-between.ts'
import { sayChanges } from '../../../diff/words.ts'
import { pennantState } from '../../../parts/pennant-state.ts'
import { sayState } from '../../../parts/pennant-words.ts'

/** What a version changed, on one line. */
export const sayVersion = (version: HistoricFlagVersion, previous: HistoricFlagVersion | undefined): string => {
  const { changes } = changesBetween(previous?.config ?? null, version.config)
  return previous ? sayChanges(changes) : `First version, ${sayState(pennantState(version.config))}`
}
