import type { PennantState } from '../../../ui/pennants/pennant-state.ts'

/** The page that shows it. */
type Where =
  | { kind: 'version'; version: number }
  | { kind: 'proposal'; proposalId: string }
  | { kind: 'experiment'; experimentId: string }
  /** The flag in that environment, whose page shows the schedule. */
  | { kind: 'flag' }

export type HappeningKind = 'version' | 'proposal' | 'step' | 'experiment'

/** A past or future change of a flag in an environment. */
export type Happening = {
  id: string
  kind: HappeningKind
  environmentId: string
  atMs: number
  /** The resulting state of the flag there. */
  state: PennantState
  /** The label beside its pennant. */
  label: string
  says: string
  /** The actor if it is known, the way (`ramp by …`), and who approved it. */
  createdBy?: string | undefined
  way?: string | undefined
  approvedBy?: string | undefined
  comment?: string | undefined
  isComing: boolean
  /** It awaits approval, and has no time yet. */
  waits?: true
  /** A step of a ramp's staircase, or an end of an experiment's bar, which shows it: it has no pennant of its own. */
  isTread?: true
  where: Where
}
