import { type Environment, type Flag, fail, invalid } from '@bunting/contract'
import type { FlagConfig, FlagType, Problem } from '@bunting/engine'
import { compileFit, schemaProblems } from '@bunting/json-schema'

/** The problems of a flag's schema in a request. */
export const flagSchemaProblems = (schema: unknown, type: FlagType | undefined): Problem[] => {
  if (schema === undefined || schema === null) return []
  if (type !== undefined && type !== 'json') {
    return [{ path: 'schema', message: `must not be given for a ${type} flag: only json flags have one` }]
  }
  return schemaProblems(schema, 'schema')
}

type WithSchema = Pick<Flag, 'schema'>

/** The values of a config that do not fit the flag's schema. */
const misfits = ({ schema }: WithSchema, config: FlagConfig): Problem[] =>
  schema === undefined ? [] : compileFit(schema)(config)

export const requireFit = (flag: WithSchema, config: FlagConfig): void => {
  const problems = misfits(flag, config)
  if (problems.length > 0) invalid("The config does not fit the flag's schema.", problems)
}

/** As `requireFit`, for a config that fitted when it was proposed. */
export const requireFitStill = (flag: WithSchema, config: FlagConfig): void => {
  const [problem] = misfits(flag, config)
  if (!problem) return
  const what = `${problem.path} ${problem.message}`
  fail('CONFLICT', `The proposed config no longer fits the flag's schema: ${what}. Reject the proposal.`)
}

/** Refuses a new schema that an active config does not fit. */
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
