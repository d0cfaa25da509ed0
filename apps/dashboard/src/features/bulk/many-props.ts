import type { FlagInList } from '../../api/flags.ts'
import type { Bulk, Result } from './use-bulk.ts'

/** What every action has. */
export type ManyProps = {
  projectId: string
  /** Those that are ticked. */
  flags: readonly FlagInList[]
  /** Every flag of the project. */
  all: readonly FlagInList[]
  bulk: Bulk
  onClose(): void
  onDone(result: Result): void
}
