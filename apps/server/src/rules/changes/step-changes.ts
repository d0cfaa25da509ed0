import { type Flag, invalid, limits, type StepChange } from '@bunting/contract'
import { configProblems, type FlagConfig, type FlagType, type Problem, type Rule } from '@bunting/engine'
import { compileSchema, makeBudget } from '@bunting/json-schema'

type RuleChange = NonNullable<StepChange['rules']>[string]

/** A `value` takes the place of a `distribution`, and the reverse. */
const changeRule = (rule: Rule, { enabled, rolloutPercentage, value, distribution }: RuleChange): Rule => {
  const { value: valueBefore, distribution: distributionBefore, ...others } = rule
  const answer = {
    ...(distribution === undefined && valueBefore !== undefined ? { value: valueBefore } : {}),
    ...(value === undefined && distributionBefore !== undefined ? { distribution: distributionBefore } : {}),
    ...(value === undefined ? {} : { value }),
    ...(distribution === undefined ? {} : { distribution }),
  }
  return {
    ...others,
    ...answer,
    ...(enabled === undefined ? {} : { enabled }),
    ...(rolloutPercentage === undefined ? {} : { rolloutPercentage }),
  }
}

/** Applies a step's change to a config, keeping its version. Changes of unknown rules become problems. */
export const applyChange = (config: FlagConfig, change: StepChange): { config: FlagConfig; problems: Problem[] } => {
  const changes = new Map(Object.entries(change.rules ?? {}))
  const known = new Set(config.rules.map(({ id }) => id))
  const changed: FlagConfig = {
    ...config,
    enabled: change.enabled ?? config.enabled,
    defaultValue: change.defaultValue ?? config.defaultValue,
    rules: config.rules.map((rule) => {
      const ofRule = changes.get(rule.id)
      return ofRule ? changeRule(rule, ofRule) : rule
    }),
  }
  const unknown = [...changes.keys()].filter((id) => !known.has(id))
  return {
    config: changed,
    problems: unknown.map((id) => ({ path: `rules.${id}`, message: 'must be the id of a rule of the config' })),
  }
}

/** Turns a problem of a config into a problem of the change that caused it. */
const asOfChange = ({ rules }: FlagConfig, change: StepChange, { path, message }: Problem): Problem => {
  if (change.defaultValue !== undefined && /^defaultValue\b/.test(path)) return { path, message }
  const [, at, rest] = /^rules\[(\d+)\](.*)$/.exec(path) ?? []
  const id = at === undefined ? undefined : rules[Number(at)]?.id
  if (id !== undefined && Object.hasOwn(change.rules ?? {}, id)) return { path: `rules.${id}${rest}`, message }
  return { path: '', message: `must leave a config that can be saved: ${path} ${message}` }
}

/** Drops all conditions, which no step changes: they were checked when they were saved. */
const withoutConditions = (config: FlagConfig): FlagConfig => ({
  ...config,
  rules: config.rules.map((rule) => ({ ...rule, conditions: [] })),
})

/** How many times a unit is hashed, which is the only cost of an evaluation that steps can raise. */
const hashesOf = ({ rules }: FlagConfig): number =>
  rules.reduce((sum, { rolloutPercentage, distribution }) => {
    return sum + (rolloutPercentage === undefined ? 0 : 1) + (distribution === undefined ? 0 : 1)
  }, 0)

/** A problem of the step at an index; its path is relative to the step's change. */
export type StepProblem = Problem & { place: number }

/** The configs that the steps lead through. */
export type Course = {
  /** The config after the last step. */
  last: FlagConfig
  /** The config that costs most to evaluate: if it is affordable, all of them are. */
  mostExpensive: FlagConfig
  problems: readonly StepProblem[]
}

/** Applies the changes of these steps in order, and checks each config for a flag of this type. */
export const follow = (
  type: FlagType,
  config: FlagConfig,
  steps: readonly { change: StepChange }[],
  positions: readonly number[],
): Course => {
  const problems: StepProblem[] = []
  let last = config
  let mostExpensive: FlagConfig | undefined
  for (const place of positions) {
    const { change } = steps[place] as { change: StepChange }
    const applied = applyChange(last, change)
    const ofConfig = configProblems(withoutConditions(applied.config), type)
    const found = [...applied.problems, ...ofConfig.map((one) => asOfChange(applied.config, change, one))]
    problems.push(...found.map((problem) => ({ place, ...problem })))
    // A wrong step must not cause problems of the steps after it.
    if (ofConfig.length === 0) last = applied.config
    if (mostExpensive === undefined || hashesOf(last) > hashesOf(mostExpensive)) mostExpensive = last
  }
  return { last, mostExpensive: mostExpensive ?? config, problems }
}

/** Every value in a step's change, with its path. */
function* valuesIn({ defaultValue, rules = {} }: StepChange): Generator<{ path: string; value: unknown }> {
  if (defaultValue !== undefined) yield { path: 'defaultValue', value: defaultValue }
  for (const [id, { value }] of Object.entries(rules))
    if (value !== undefined) yield { path: `rules.${id}.value`, value }
}

/** The values of these steps that do not fit the flag's schema. All of them share the time limit of one. */
export const misfitsIn = (
  { schema }: Pick<Flag, 'schema'>,
  steps: readonly { change: StepChange }[],
  positions: readonly number[],
): StepProblem[] => {
  if (schema === undefined) return []
  const validate = compileSchema(schema)
  const budget = makeBudget()
  return positions.flatMap((place) =>
    [...valuesIn((steps[place] as { change: StepChange }).change)].flatMap(({ path, value }) =>
      validate(value, { path, budget }).map((problem) => ({ place, ...problem })),
    ),
  )
}

const placeText = ({ place, path }: StepProblem) => `steps[${place}].change${path === '' ? '' : `.${path}`}`

export const refuseSteps = (problems: readonly StepProblem[]): void => {
  if (problems.length === 0) return
  const details = problems.slice(0, limits.details + 1)
  invalid(
    'The steps do not fit the config.',
    details.map((problem) => ({ path: placeText(problem), message: problem.message })),
  )
}

/** The reason to fail a schedule whose steps no longer fit; undefined if they do. */
export const sayMisfit = ([problem]: readonly StepProblem[]): string | undefined => {
  if (!problem) return undefined
  const where = problem.path === '' ? 'its change' : problem.path
  return `Step ${problem.place + 1} no longer fits the config: ${where} ${problem.message}.`
}
