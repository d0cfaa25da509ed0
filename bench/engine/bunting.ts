import { type CompiledFlag, compileFlags, type EvaluationContext, nextEvaluation } from '@bunting/engine'
import { entry } from './contender.ts'
import { sourceOf } from './flags.ts'

export const bunting = entry('Bunting', (flags) => {
  const compiled = compileFlags(sourceOf(flags)).flags
  const every = [...compiled.values()]
  return {
    user: (user): EvaluationContext => user,
    one: (flagKey, context) => (compiled.get(flagKey) as CompiledFlag).evaluate(context),
    isOn: (result) => result.value === true,
    all: (context) => {
      const evaluation = nextEvaluation()
      return every.map((flag) => flag.evaluateIn(context, evaluation))
    },
  }
})
