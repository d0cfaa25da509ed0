import type { Environment } from '@bunting/contract'
import type { ColumnChoice } from '../columns/column-choice.ts'

/** The current choice, and its setter. */
export type Choosing = {
  environments: readonly Environment[]
  choice: ColumnChoice
  /** Null restores the default. */
  choose(change: Partial<ColumnChoice> | null): void
}
