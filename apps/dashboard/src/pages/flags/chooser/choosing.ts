import type { Environment } from '@bunting/contract'
import type { ColumnChoice } from '../columns/column-choice.ts'

/** What is chosen now, and how to choose otherwise. */
export type Choosing = {
  environments: readonly Environment[]
  choice: ColumnChoice
  /** Null: as it was before anything was chosen. */
  choose(change: Partial<ColumnChoice> | null): void
}
