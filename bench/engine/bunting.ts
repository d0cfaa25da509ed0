import { type CompiledFlag, compileFlag, type EvaluationContext } from '@bunting/engine'
import { entry } from './contender.ts'
import { configOf } from './flags.ts'

export const bunting = entry('Bunting', (flags) => {
  const compiled = new Map(flags.map((flag) => [flag.key, compileFlag(flag.key, configOf(flag))]))
  const every = [...compiled.values()]
  return {
    user: (user): EvaluationContext => user,
    one: (flagKey, context) => (compiled.get(flagKey) as CompiledFlag).evaluate(context),
    isOn: (result) => result.value === true,
    all: (context) => every.map((flag) => flag.evaluate(context)),
  }
})
