import type { Actor } from '../../../http/auth/actor.ts'
import type { Deps } from '../../../http/endpoint/deps.ts'
import type { ReviewedProposal } from '../../../rules/changes/proposals.ts'
import type { Tables } from '../../../store/store.ts'
import type { Changed } from '../../change.ts'
import type { PreparedChange } from '../../lists/prepare-change.ts'

export type Context = Pick<Deps, 'newId' | 'nowUs'> & {
  actor: Actor
  /** Of an upload to a large segment. */
  prepared?: PreparedChange | undefined
}

/** Refuses what can no longer be, and does the rest. */
export type CarryOut = (approved: ReviewedProposal) => Promise<Omit<Changed<object>, 'result'>>

/** How a kind of proposal is approved: it locks what that changes, before the proposal is locked and judged. */
export type Kind<Of> = (context: Context, tx: Tables, proposal: Of) => Promise<CarryOut>
