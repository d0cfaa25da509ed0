import type { Condition, FlagValue, Rule, Share } from '@bunting/engine'
import type { PathChange } from './path-changes.ts'

/** The content of one side of a change. */
export type Side =
  /** There is nothing on this side, and `text` says so. */
  | { kind: 'nothing'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'value'; value: FlagValue }
  /** The paths at which a document differs from the other side's. */
  | { kind: 'paths'; changes: readonly PathChange[] }
  /** A rollout; `text` is for those that are not a plain percentage. */
  | { kind: 'rollout'; percentage: number; text: string }
  /** `changed` has the values, or the conditions of a group, as text, that are missing on the other side. */
  | { kind: 'condition'; condition: Condition; changed: readonly string[] }
  | { kind: 'split'; shares: readonly Share[] }
  | { kind: 'rule'; rule: Rule }

/** One difference between two configs. */
export type Change = {
  /** A key that is the same for the same thing in every pair of versions: `rule.staff.rollout`. */
  key: string
  /** The place of the change: `Rule 2, Pilot countries`. */
  where: string
  /** The change in words. Begins with a word of ours, never with user input: `Rollout from 10 % to 25 %`. */
  what: string
  /** The consequence for people. */
  why?: string
  before: Side
  after: Side
}
