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

/** Applies an approved proposal, or refuses it if it is no longer possible. */
export type CarryOut = (approved: ReviewedProposal) => Promise<Omit<Changed<object>, 'result'>>

/** The approval of a kind of proposal: it locks what will change, before the proposal itself is locked and judged. */
export type Kind<Of> = (context: Context, tx: Tables, proposal: Of) => Promise<CarryOut>
