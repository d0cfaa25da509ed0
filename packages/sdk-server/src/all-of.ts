import { nextEvaluation } from '@bunting/engine'
import type { Details, EvaluationContext } from '@bunting/sdk-core'
import type { CompiledFlag } from './compiled-flag.ts'

/** Every flag's answer for one context, or only those of client-safe flags. */
export const allOf = (
  flags: ReadonlyMap<string, CompiledFlag>,
  context: EvaluationContext,
  isForBrowsers: boolean,
): Record<string, Details> => {
  const evaluation = nextEvaluation()
  const isShown = (flag: CompiledFlag | undefined): boolean => !isForBrowsers || flag?.clientSafe === true
  const shown = (details: Details): Details => {
    if (details.prerequisite === undefined || isShown(flags.get(details.prerequisite))) return details
    const { prerequisite, ...others } = details
    return others
  }
  try {
    const chosen = [...flags].filter(([, flag]) => !flag.broken && isShown(flag))
    return Object.fromEntries(
      chosen.map(([key, { evaluateIn }]) => [key, shown(evaluateIn(context, evaluation).details)]),
    )
  } catch {
    // A context can have getters that throw.
    return {}
  }
}
