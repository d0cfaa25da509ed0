import type { Ask } from '../evaluate/memo.ts'
import type { Node } from '../evaluate/node.ts'
import type { EvaluationResult, FlagConfig, Prerequisite } from '../types.ts'
import { sameValue } from '../values/same-value.ts'
import type { Outcomes } from './outcome.ts'

/** A flag that others need: its possible outcomes, and the result from which each was made. */
export type Parent<Outcome> = Node<Outcome> & {
  readonly outcomes: readonly Outcome[]
  readonly results: readonly EvaluationResult[]
}

export type CompiledPrerequisite<Outcome> = {
  readonly parent: Parent<Outcome> | undefined
  readonly ask: Ask<Outcome | undefined>
  /** The outcomes of the parent that fulfil the prerequisite. */
  readonly met: ReadonlySet<Outcome | undefined>
  /** The answer if the prerequisite is not fulfilled. */
  readonly unmet: Outcome
}

/** Computes in advance which outcomes of each parent fulfil the prerequisites. */
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

/** Tells whether a flag's answer fulfils a prerequisite. The answer of a flag that is off never does. */
export const isMet = ({ values }: Prerequisite, { reason, value: actual }: EvaluationResult): boolean =>
  reason !== 'DISABLED' && actual !== null && values.some((value) => sameValue(value, actual))
