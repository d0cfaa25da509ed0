import { changeLines } from '../output/change-lines.ts'
import { counted } from '../output/counted.ts'
import type { Output } from '../output/output.ts'
import { bold, dim, rich, yellow } from '../output/rich.ts'
import type { Applied } from './apply.ts'
import type { Plan } from './plan-parts.ts'
import { changesOf, type Step, stepText } from './step.ts'

/** What an import would do, for who looks at it first. */
export const printSteps = (out: Output, steps: readonly Step[]): void => {
  for (const step of steps) {
    out.print(bold(stepText(step)))
    for (const line of changeLines(changesOf(step), '  ')) out.print(line)
  }
  if (steps.length === 0) out.note(rich`No difference.`)
}

export const noteRest = (out: Output, { waiting, notes, unmentioned }: Plan): void => {
  for (const words of [...waiting, ...notes]) out.note(rich`${yellow('Note:')} ${words}`)
  if (unmentioned.length === 0) return
  out.note(dim(rich`Not in the file, and left as they are: ${unmentioned.join(', ')}. (--prune archives them.)`))
}

const strictly = 'a strict environment takes them from two people. bunting proposals list --status pending'

/** Does the steps, one after the other, and says how far it came where one fails. */
export const applyAll = async (
  out: Output,
  steps: readonly Step[],
  apply: (step: Step) => Promise<Applied>,
): Promise<void> => {
  let unpublished = 0
  let proposed = 0
  for (const [done, step] of steps.entries()) {
    out.progress.step(done, steps.length, 'changes')
    try {
      const applied = await apply(step)
      if (applied.syncWarning) unpublished++
      if (applied.proposed) proposed++
    } catch (error) {
      out.note(rich`${yellow('Stopped')} after ${done} of ${steps.length} changes, when it came to: ${stepText(step)}.`)
      out.note(dim('What is done is done: run it again, and it goes on from there.'))
      throw error
    }
  }
  if (proposed > 0) {
    out.note(rich`${yellow('Note:')} ${proposed} of them ${proposed === 1 ? 'is' : 'are'} proposed only: ${strictly}`)
  }
  if (unpublished > 0)
    out.note(rich`${yellow('Warning:')} ${counted(unpublished, 'change')} saved, but not published yet.`)
}
