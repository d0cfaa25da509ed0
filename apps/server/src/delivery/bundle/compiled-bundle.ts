import type { EnvironmentId } from '@bunting/contract'
import type { CompiledFlag, Cost, EvaluationContext } from '@bunting/engine'
import type { EdgeBundle, EdgeKey, EdgePatch, EdgeRevision } from '../../edge/edge.ts'
import type { Outcome } from './outcome.ts'

export type DeliveredFlag = {
  key: string
  id: string
  clientSafe: boolean
  version: number
  /** Whether it always answers its default. */
  isStatic: boolean
  /** Whether any number that it may answer is not whole. */
  hasFraction: boolean
  /** It answers with an error, because what the bundle says of it, or of what it needs, cannot be read. */
  broken: boolean
  /** What asking for it takes, with all that it needs. */
  cost: Cost
  evaluate: (context: EvaluationContext) => Outcome
  /** As one of several for the same context. */
  evaluateIn: CompiledFlag<Outcome>['evaluateIn']
}

/**
 * An environment's bundle at a revision, until the next one is applied: what its revisions have in common is the same
 * objects, so that a change costs what changed. Use it in the moment in which it was given, and not after an `await`.
 */
export type CompiledBundle = EdgeRevision & {
  environmentId: EnvironmentId
  flags: ReadonlyMap<string, DeliveredFlag>
  /** How many lists came since the first revision: answers are others after each. */
  listsTaken(): number
  /** Whether a segment of it is this list. */
  namesList(list: string): boolean
  /** What it takes of the memory, about. */
  bytes: number
  /** As SDKs receive it. Put together when it is first asked for. */
  text(): string
  /** The patch from that revision to this one; undefined where the reader needs the whole bundle. */
  patchFrom(revision: number): string | undefined
  /** What it becomes by what was read. Undefined for a patch of another revision than this one. */
  next(read: EdgeBundle | EdgePatch): ReadyBundle | undefined
}

/** Names the answers of a moment: the revision, and how many lists came after it where some did. */
export const answersIdOf = ({ revision, listsTaken }: CompiledBundle): string =>
  listsTaken() === 0 ? String(revision) : `${revision}.${listsTaken()}`

/** What was read of a bundle, looked at and ready: nothing is another before it is applied, and then all at once. */
export type ReadyBundle = EdgeRevision & { apply(): CompiledBundle }

/** A client key must not learn that a flag exists, so a hidden flag looks like an unknown one. */
export const isVisible = (flag: DeliveredFlag, caller: EdgeKey): boolean => caller.type === 'server' || flag.clientSafe

export const visibleFlag = (bundle: CompiledBundle, caller: EdgeKey, flagKey: string): DeliveredFlag | undefined => {
  const flag = bundle.flags.get(flagKey)
  return flag && isVisible(flag, caller) ? flag : undefined
}
