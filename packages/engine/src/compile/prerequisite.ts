import type { Ask } from '../evaluate/memo.ts'
import type { Node } from '../evaluate/node.ts'
import type { EvaluationResult, FlagConfig, Prerequisite } from '../types.ts'
import { sameValue } from '../values/same-value.ts'
import type { Outcomes } from './outcome.ts'

/** A flag that others need: everything that it can answer, and what each of that was made of. */
export type Parent<Outcome> = Node<Outcome> & {
  readonly outcomes: readonly Outcome[]
  readonly results: readonly EvaluationResult[]
}

export type CompiledPrerequisite<Outcome> = {
  readonly parent: Parent<Outcome> | undefined
  readonly ask: Ask<Outcome | undefined>
  /** What the parent has to answer. */
  readonly met: ReadonlySet<Outcome | undefined>
  /** What is answered where it answers something else. */
  readonly unmet: Outcome
}

/** Which of the parent's outcomes will do is known before anybody asks. */
export const compilePrerequisites = <Outcome>(
  { defaultValue, prerequisites = [] }: FlagConfig,
  outcomes: Outcomes<Outcome>,
  find: (key: string) => Parent<Outcome> | undefined,
): CompiledPrerequisite<Outcome>[] =>
  prerequisites.map((prerequisite) => {
    const parent = find(prerequisite.flagKey)
    const met = parent?.results.flatMap((result, at) =>
      isMet(prerequisite, result) ? [parent.outcomes[at] as Outcome] : [],
    )
    return {
      parent,
      ask: parent?.ask ?? (() => undefined),
      met: new Set(met),
      unmet: outcomes.ofPrerequisite(defaultValue, prerequisite.flagKey),
    }
  })

/** Whether a flag's answer is one that is needed. One that is off answers nothing that counts. */
export const isMet = ({ values }: Prerequisite, { reason, value: actual }: EvaluationResult): boolean =>
  reason !== 'DISABLED' && actual !== null && values.some((value) => sameValue(value, actual))
