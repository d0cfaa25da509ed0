import type { FlagConfig, Rule } from '@bunting/engine'
import type { Experiment } from '../../api/experiments.ts'
import { copyRule, setRules, withField } from '../../features/draft/edit.ts'

type Again = { config: FlagConfig; ruleId: string } | { because: string }

/**
 * The config for another run: a copy replaces the rule, with the split of the first run. The copy has an id of its own, so
 * everyone is assigned a variant anew, and effects of the first run are spread over all variants.
 */
export const runAgain = (experiment: Experiment, config: FlagConfig | undefined, isBoolean: boolean): Again => {
  const rule = config?.rules.find(({ id }) => id === experiment.ruleId)
  if (!config || !rule) return { because: 'Its rule is gone. Split another one, and make an experiment of that.' }
  const gone = experiment.variants.find(({ variant }) => !isBoolean && !hasVariant(config, variant))
  if (gone) return { because: `The flag has no variant ${gone.variant} any more.` }
  const copy = copyRule(splitAs(experiment, rule))
  return {
    config: setRules(
      config,
      config.rules.map((one) => (one === rule ? copy : one)),
    ),
    ruleId: copy.id,
  }
}

const hasVariant = ({ variants = [] }: FlagConfig, key: string): boolean => variants.some((one) => one.key === key)

/** The rule as it was split in the first run: a shipped one gives a value by now. */
const splitAs = ({ variants, unit }: Experiment, rule: Rule): Rule => {
  const split = { ...withField(rule, 'value', undefined), enabled: true, distribution: variants }
  return withField(split, 'bucketBy', unit ?? undefined)
}
