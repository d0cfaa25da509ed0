import type { PennantState } from '../../ui/pennants/pennant-state.ts'

/** What a list of versions shows of each, whatever it is a version of. */
export type Version = {
  version: number
  createdAt: string
  createdBy: string
  proposalId: string | null
  comment?: string | undefined
  emergency?: boolean | undefined
  scheduleId?: string | undefined
}

/** How the versions of one thing are told apart, and brought back. */
export type Telling<Some extends Version> = {
  stateOf(version: Some): PennantState
  sayState(state: PennantState): string
  /** What it changed. `previous` is undefined of the first. */
  say(version: Some, previous: Some | undefined): string
  restore: { because: string | undefined; run(version: Some): void }
}
