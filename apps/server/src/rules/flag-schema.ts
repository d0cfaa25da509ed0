import { type Environment, type Flag, fail, invalid } from '@bunting/contract'
import type { FlagConfig, FlagType, Problem } from '@bunting/engine'
import { compileSchema, makeBudget, schemaProblems } from '@bunting/json-schema'

/** What is wrong with the schema of a flag, as somebody sends it. */
export const flagSchemaProblems = (schema: unknown, type: FlagType | undefined): Problem[] => {
  if (schema === undefined || schema === null) return []
  if (type !== undefined && type !== 'json') {
    return [{ path: 'schema', message: `must not be given for a ${type} flag: only json flags have one` }]
  }
  return schemaProblems(schema, 'schema')
}

/** Everything that a flag may answer, and where it stands in the config. */
function* valuesIn({ defaultValue, rules, variants = [] }: FlagConfig): Generator<{ path: string; value: unknown }> {
  yield { path: 'defaultValue', value: defaultValue }
  for (const [at, { value }] of rules.entries()) if (value !== undefined) yield { path: `rules[${at}].value`, value }
  for (const [at, { value }] of variants.entries()) yield { path: `variants[${at}].value`, value }
}

type WithSchema = Pick<Flag, 'schema'>

/** What of a config does not fit its flag's schema. All values together may take as long as one. */
const misfits = ({ schema }: WithSchema, config: FlagConfig): Problem[] => {
  if (schema === undefined) return []
  const validate = compileSchema(schema)
  const budget = makeBudget()
  return [...valuesIn(config)].flatMap(({ path, value }) => validate(value, { path, budget }))
}

export const requireFit = (flag: WithSchema, config: FlagConfig): void => {
  const problems = misfits(flag, config)
  if (problems.length > 0) invalid("The config does not fit the flag's schema.", problems)
}

/** As `requireFit`, of what was well when it was proposed. */
export const requireFitStill = (flag: WithSchema, config: FlagConfig): void => {
  const [problem] = misfits(flag, config)
  if (!problem) return
  const what = `${problem.path} ${problem.message}`
  fail('CONFLICT', `The proposed config no longer fits the flag's schema: ${what}. Reject the proposal.`)
}

/** A schema holds for what is active, too. */
export const requireActiveFit = (
  schema: Flag['schema'],
  active: readonly { environment: Pick<Environment, 'slug'>; config: FlagConfig }[],
): void => {
  for (const { environment, config } of active) {
    const [problem] = misfits({ schema }, config)
    if (!problem) continue
    const what = `${problem.path} ${problem.message}`
    fail('CONFLICT', `The active config in ${environment.slug} does not fit this schema: ${what}. Change that first.`)
  }
}
