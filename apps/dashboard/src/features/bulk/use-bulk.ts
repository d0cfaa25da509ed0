import { useRef, useState } from 'react'
import { sayError } from '../../api/core/change.ts'
import type { FlagInList } from '../../api/flags.ts'
import { type Done, type Failure, type Many, type Step, useMany } from '../../api/many.ts'
import { plural } from '../../format/number.ts'
import { undoOf } from './undo-of.ts'

/** An action on many flags. */
export type Action = Pick<Many, 'steps' | 'comment' | 'inOrder'> & {
  /** The flags before the action. */
  flags: readonly FlagInList[]
  /** The result for a number of flags: `3 flags are on in Staging`. */
  says(flags: number): string
}

export type NotDone = { name: string; says: ReturnType<typeof sayError> }

export type Result = {
  says: string
  notDone: readonly NotDone[]
  /** The steps that undo everything, or those of them that are left. */
  undo: readonly Step[]
  isTakenBack: boolean
  inOrder: boolean
  flags: readonly FlagInList[]
}

export type Bulk = ReturnType<typeof useBulk>

/** Runs an action on many flags, reports the result, and undoes all of it at once. */
export const useBulk = (projectId: string) => {
  const many = useMany(projectId)
  const [progress, setProgress] = useState<{ done: number; of: number }>()
  const [result, setResult] = useState<Result>()
  const isUnderWay = useRef(false)

  const work = async (steps: Many, count: number) => {
    isUnderWay.current = true
    setProgress({ done: 0, of: count })
    try {
      return await many.mutateAsync({ ...steps, onProgress: (done) => setProgress({ done, of: count }) })
    } finally {
      isUnderWay.current = false
      setProgress(undefined)
    }
  }
  const run = async ({ flags, says, ...steps }: Action): Promise<Result | undefined> => {
    if (isUnderWay.current) return undefined
    const { done, failures } = await work(steps, flagsOf(steps.steps))
    const before = new Map(flags.map((flag) => [flag.key, flag]))
    // The steps are undone from the last to the first.
    const undo = done.toReversed().flatMap((one) => undoOf(one, before))
    const notDone = [
      ...failures.map((one) => sayFailure(one, before)),
      ...done.flatMap((one) => notPromoted(one, before)),
    ]
    const inOrder = steps.inOrder === true
    const made: Result = { says: sayDone(done, says), notDone, undo, isTakenBack: false, inOrder, flags }
    setResult(made)
    return made
  }
  const undo = async (): Promise<void> => {
    if (!result || isUnderWay.current) return
    const { undo: steps, inOrder, flags } = result
    const { done, failures } = await work({ steps, inOrder }, steps.length)
    const before = new Map(flags.map((flag) => [flag.key, flag]))
    const says =
      done.length === 0
        ? 'Nothing was taken back'
        : failures.length === 0
          ? 'All of it is as it was'
          : 'Not all of it is as it was'
    const notDone = failures.map((one) => sayFailure(one, before))
    setResult({ says, notDone, undo: failures.map(({ step }) => step), isTakenBack: true, inOrder, flags })
  }
  return { run, undo, progress, result, dismiss: () => setResult(undefined) }
}

const flagsOf = (steps: readonly Step[]): number =>
  steps.reduce((sum, step) => sum + (step.does === 'promote' ? step.flagKeys.length : 1), 0)

const sayDone = (done: readonly Done[], says: Action['says']): string => {
  const outcomes = done.flatMap(({ answer }) =>
    (answer.promoted ?? [{ outcome: answer.proposalId === undefined ? 'changed' : 'proposed', flagKey: '' }]).filter(
      ({ flagKey }) => flagKey !== undefined,
    ),
  )
  const changed = outcomes.filter(({ outcome }) => outcome === 'changed').length
  const proposed = outcomes.filter(({ outcome }) => outcome === 'proposed').length
  if (changed + proposed === 0) return 'Nothing was changed'
  const proposals = plural(proposed, 'proposal waits', 'proposals wait')
  return proposed === 0
    ? says(changed)
    : changed === 0
      ? `${proposals} for somebody else`
      : `${says(changed)}, ${proposals}`
}

const nameIn = (flags: ReadonlyMap<string, FlagInList>, key: string): string => flags.get(key)?.name ?? key

const sayFailure = ({ step, error }: Failure, flags: ReadonlyMap<string, FlagInList>): NotDone => {
  const says = sayError(error)
  if (step.does === 'promote') return { name: plural(step.flagKeys.length, 'flag'), says }
  if (step.does === 'restoreSegment') return { name: step.segmentKey, says }
  return { name: nameIn(flags, step.does === 'withdraw' ? step.of : step.flagKey), says }
}

const notPromoted = ({ answer }: Done, flags: ReadonlyMap<string, FlagInList>): NotDone[] =>
  (answer.promoted ?? []).flatMap(({ outcome, flagKey, segmentKey, message = 'It failed.' }) =>
    outcome === 'failed' ? [{ name: nameIn(flags, flagKey ?? segmentKey ?? ''), says: message }] : [],
  )
