import type { EnvironmentId } from '@bunting/contract'
import type { CompiledFlag, Cost, EvaluationContext, Prerequisite } from '@bunting/engine'
import type { EdgeBundle, EdgeKey, EdgePatch, EdgeRevision } from '../../edge/edge.ts'
import type { DoorExperiment } from '../../rules/units/door.ts'
import type { Outcome } from './outcome.ts'

export type DeliveredFlag = {
  key: string
  id: string
  clientSafe: boolean
  version: number
  /** Whether it always answers its default. */
  isStatic: boolean
  /** Whether any of its possible values is a number that is not whole. */
  hasFraction: boolean
  /** Whether it answers with an error, because its entry, or that of something it needs, cannot be read. */
  broken: boolean
  /** The experiment that runs on it, with the rule that splits. */
  experiment: DoorExperiment | undefined
  /** Those of a flag that is on. */
  prerequisites: readonly Prerequisite[]
  /** The cost of evaluating it, with the flags and segments that it needs. */
  cost: Cost
  evaluate: (context: EvaluationContext) => Outcome
  /** Evaluates it as one of several flags for the same context. */
  evaluateIn: CompiledFlag<Outcome>['evaluateIn']
  /** The same, for use after a dependent was evaluated: deep prerequisites are not evaluated first again. */
  ask: CompiledFlag<Outcome>['ask']
}

/**
 * An environment's bundle at a revision, valid until the next one is applied: revisions share the objects that did not
 * change, so a change only costs what it changed. Use it synchronously, never after an `await`.
 */
export type CompiledBundle = EdgeRevision & {
  environmentId: EnvironmentId
  flags: ReadonlyMap<string, DeliveredFlag>
  /** How many lists came since the first revision: answers are others after each. */
  listsTaken(): number
  /** Whether a segment of it is this list. */
  namesList(list: string): boolean
  /** The approximate memory that it uses. */
  bytes: number
  /** The JSON that SDKs receive, built when it is first asked for. */
  text(): string
  /** The patch from that revision to this one; undefined if the reader needs the whole bundle. */
  patchFrom(revision: number): string | undefined
  /** The next bundle, made from what was read. Undefined if it is a patch that does not fit this revision. */
  next(read: EdgeBundle | EdgePatch): ReadyBundle | undefined
}

/** Names the answers of a moment: the revision, and how many lists came after it where some did. */
export const answersIdOf = ({ revision, listsTaken }: CompiledBundle): string =>
  listsTaken() === 0 ? String(revision) : `${revision}.${listsTaken()}`

/** A bundle that was read and checked. Nothing changes before `apply`, which changes everything at once. */
export type ReadyBundle = EdgeRevision & { apply(): CompiledBundle }

/** A client key must not learn that a flag exists, so a hidden flag looks like an unknown one. */
export const isVisible = (flag: DeliveredFlag, caller: EdgeKey): boolean => caller.type === 'server' || flag.clientSafe

export const visibleFlag = (bundle: CompiledBundle, caller: EdgeKey, flagKey: string): DeliveredFlag | undefined => {
  const flag = bundle.flags.get(flagKey)
  return flag && isVisible(flag, caller) ? flag : undefined
}
