import type { FlagInList } from '../../api/flags.ts'
import type { Bulk, Result } from './use-bulk.ts'

/** The props of every action's dialog. */
export type ManyProps = {
  projectId: string
  /** The selected flags. */
  flags: readonly FlagInList[]
  /** Every flag of the project. */
  all: readonly FlagInList[]
  bulk: Bulk
  onClose(): void
  onDone(result: Result): void
}
