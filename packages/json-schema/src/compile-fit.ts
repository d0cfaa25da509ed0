import type { FlagConfig, Problem } from '@bunting/engine'
import { compileSchema } from './compile-schema.ts'
import { makeBudget } from './run.ts'

/** All values that a flag may answer, each with its path in the config. */
function* valuesIn({ defaultValue, rules, variants = [] }: FlagConfig): Generator<{ path: string; value: unknown }> {
  yield { path: 'defaultValue', value: defaultValue }
  for (const [at, { value }] of rules.entries()) if (value !== undefined) yield { path: `rules[${at}].value`, value }
  for (const [at, { value }] of variants.entries()) yield { path: `variants[${at}].value`, value }
}

/** Finds values of a config that do not fit the schema, all within the budget of one. Throws like `compileSchema`. */
export function compileFit(schema: unknown): (config: FlagConfig) => Problem[] {
  const validate = compileSchema(schema)
  return (config) => {
    const budget = makeBudget()
    return [...valuesIn(config)].flatMap(({ path, value }) => validate(value, { path, budget }))
  }
}
