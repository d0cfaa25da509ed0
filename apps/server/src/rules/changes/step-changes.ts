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

/** The config with the change of a step in it, of the same version. What names a rule that is not there is left out. */
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

/** What is wrong with a config, as what is wrong with the change that led to it. */
const asOfChange = ({ rules }: FlagConfig, change: StepChange, { path, message }: Problem): Problem => {
  if (change.defaultValue !== undefined && /^defaultValue\b/.test(path)) return { path, message }
  const [, at, rest] = /^rules\[(\d+)\](.*)$/.exec(path) ?? []
  const id = at === undefined ? undefined : rules[Number(at)]?.id
  if (id !== undefined && Object.hasOwn(change.rules ?? {}, id)) return { path: `rules.${id}${rest}`, message }
  return { path: '', message: `must leave a config that can be saved: ${path} ${message}` }
}

/** No step changes for whom a rule is: its conditions were looked at when they were saved. */
const withoutConditions = (config: FlagConfig): FlagConfig => ({
  ...config,
  rules: config.rules.map((rule) => ({ ...rule, conditions: [] })),
})

/** How many times a unit is hashed: all that steps can make an evaluation dearer by. */
const hashesOf = ({ rules }: FlagConfig): number =>
  rules.reduce((sum, { rolloutPercentage, distribution }) => {
    return sum + (rolloutPercentage === undefined ? 0 : 1) + (distribution === undefined ? 0 : 1)
  }, 0)

/** What is wrong with the step at that place. The path is within its change. */
export type StepProblem = Problem & { place: number }

/** Where the steps lead, one after the other. */
export type Course = {
  /** After the last. */
  last: FlagConfig
  /** The one that costs the most to evaluate: where it can be, all of them can. */
  mostExpensive: FlagConfig
  problems: readonly StepProblem[]
}

/** The changes of the steps at these places applied in order, each config held to what a flag of this type can have. */
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
    // What a wrong step leaves is not held against those after it.
    if (ofConfig.length === 0) last = applied.config
    if (mostExpensive === undefined || hashesOf(last) > hashesOf(mostExpensive)) mostExpensive = last
  }
  return { last, mostExpensive: mostExpensive ?? config, problems }
}

/** Everything that a step makes the flag answer, and where it stands in the change. */
function* valuesIn({ defaultValue, rules = {} }: StepChange): Generator<{ path: string; value: unknown }> {
  if (defaultValue !== undefined) yield { path: 'defaultValue', value: defaultValue }
  for (const [id, { value }] of Object.entries(rules))
    if (value !== undefined) yield { path: `rules.${id}.value`, value }
}

/** What of the steps at these places does not fit the flag's schema. All values together may take as long as one. */
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

/** The same of steps that were well when they were made; undefined where they still are. */
export const sayMisfit = ([problem]: readonly StepProblem[]): string | undefined => {
  if (!problem) return undefined
  const where = problem.path === '' ? 'its change' : problem.path
  return `Step ${problem.place + 1} no longer fits the config: ${where} ${problem.message}.`
}
