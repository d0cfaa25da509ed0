import type { Condition, FlagValue, Rule, Share } from '@bunting/engine'
import type { PathChange } from './path-changes.ts'

/** One side of a change: what to show of it. */
export type Side =
  /** Nothing is there on this side, and `text` says so. */
  | { kind: 'nothing'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'value'; value: FlagValue }
  /** The places at which a document differs from the other side's. */
  | { kind: 'paths'; changes: readonly PathChange[] }
  /** A rollout: `text` where it is not a plain percentage. */
  | { kind: 'rollout'; percentage: number; text: string }
  /** `changed` are the values, or the conditions of a group, as text, that the other side does not have. */
  | { kind: 'condition'; condition: Condition; changed: readonly string[] }
  | { kind: 'split'; shares: readonly Share[] }
  | { kind: 'rule'; rule: Rule }

/** One thing that differs between two configs. */
export type Change = {
  /** The same for the same thing in every pair of versions: `rule.staff.rollout`. */
  key: string
  /** `Rule 2, Pilot countries`. */
  where: string
  /** Begins with a word of ours, never with one that a user typed: `Rollout from 10 % to 25 %`. */
  what: string
  /** What follows from it for people. */
  why?: string
  before: Side
  after: Side
}
