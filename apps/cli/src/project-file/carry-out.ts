import { changeLines } from '../output/change-lines.ts'
import { counted } from '../output/counted.ts'
import type { Output } from '../output/output.ts'
import { bold, dim, rich, yellow } from '../output/rich.ts'
import type { Applied } from './apply.ts'
import { namedIn } from './order.ts'
import { changesOf, type Step, stepText } from './step.ts'

/** Prints the steps of an import, for a dry run. */
export const printSteps = (out: Output, steps: readonly Step[]): void => {
  for (const step of steps) {
    out.print(bold(stepText(step)))
    for (const line of changeLines(changesOf(step), '  ')) out.print(line)
  }
  if (steps.length === 0) out.note(rich`No difference.`)
}

type Rest = { [name in 'waiting' | 'notes' | 'unmentioned']: readonly string[] }

export const noteRest = (out: Output, { waiting, notes, unmentioned }: Rest): void => {
  for (const words of [...waiting, ...notes]) out.note(rich`${yellow('Note:')} ${words}`)
  if (unmentioned.length === 0) return
  out.note(dim(rich`Not in the file, and left as they are: ${unmentioned.join(', ')}. (--prune archives them.)`))
}

const strictly = 'a strict environment takes them from two people. bunting proposals list --status pending'

const atOnce = 8

/** Tells whether a step may run at the same time as others of its kind: none of them needs the result of another. */
const isAlone = (step: Step): boolean =>
  step.do === 'create flag' ||
  step.do === 'create segment' ||
  (step.do === 'write config' && namedIn(step.config, 'flag').length === 0)

/** Groups the steps, in their order, into those that may run at the same time. */
function* groupsOf(steps: readonly Step[]): Generator<Step[]> {
  let group: Step[] = []
  for (const step of steps) {
    const first = group[0]
    const joins = first === undefined || (first.do === step.do && isAlone(first) && isAlone(step))
    if (!joins || group.length === atOnce) {
      yield group
      group = []
    }
    group.push(step)
  }
  if (group.length > 0) yield group
}

/** Runs the steps in order, and tells how far it came if one fails. */
export const applyAll = async (
  out: Output,
  steps: readonly Step[],
  apply: (step: Step) => Promise<Applied>,
): Promise<void> => {
  let done = 0
  let unpublished = 0
  let proposed = 0
  for (const group of groupsOf(steps)) {
    out.progress.step(done, steps.length, 'changes')
    const results = await Promise.allSettled(group.map(apply))
    for (const result of results) {
      if (result.status === 'rejected') continue
      done++
      if (result.value.syncWarning) unpublished++
      if (result.value.proposed) proposed++
    }
    const failed = results.findIndex(({ status }) => status === 'rejected')
    if (failed < 0) continue
    const words = stepText(group[failed] as Step)
    out.note(rich`${yellow('Stopped')} after ${done} of ${steps.length} changes, when it came to: ${words}.`)
    out.note(dim('What is done is done: run it again, and it goes on from there.'))
    throw (results[failed] as PromiseRejectedResult).reason
  }
  if (proposed > 0) {
    out.note(rich`${yellow('Note:')} ${proposed} of them ${proposed === 1 ? 'is' : 'are'} proposed only: ${strictly}`)
  }
  if (unpublished > 0)
    out.note(rich`${yellow('Warning:')} ${counted(unpublished, 'change')} saved, but not published yet.`)
}
