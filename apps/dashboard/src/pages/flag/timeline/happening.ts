import type { PennantState } from '../../../ui/pennants/pennant-state.ts'

/** Where one looks at it. */
type Where =
  | { kind: 'version'; version: number }
  | { kind: 'proposal'; proposalId: string }
  /** The flag in that environment, which says what is scheduled. */
  | { kind: 'flag' }

export type HappeningKind = 'version' | 'proposal' | 'step'

/** Something that happened to a flag in an environment, or will. */
export type Happening = {
  id: string
  kind: HappeningKind
  environmentId: string
  atMs: number
  /** What it made of the flag there, or would. */
  state: PennantState
  /** Beside its pennant. */
  label: string
  says: string
  /** Who did it, in which way (`ramp by …`), and who approved it. */
  createdBy: string
  way?: string | undefined
  approvedBy?: string | undefined
  comment?: string | undefined
  isComing: boolean
  /** It waits for somebody and has no time. */
  waits?: true
  /** A stair shows it: it has no pennant of its own. */
  isTread?: true
  where: Where
}
