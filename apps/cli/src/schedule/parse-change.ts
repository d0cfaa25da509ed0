import { nearest, type StepChange } from '@bunting/contract'
import type { Draft, Rule } from '../config/flag-config.ts'
import { parsePercentage } from '../config/parse-percentage.ts'
import { parseValue } from '../config/parse-value.ts'
import { findRolloutRule, getRule } from '../config/rollout.ts'
import { didYouMean, wrongUse } from '../core/failure.ts'
import { parseJson } from '../core/read-json.ts'
import type { Flag } from '../server/flags.ts'

type RuleChange = NonNullable<StepChange['rules']>[string]
/** The flag that the step changes, with its current config. */
export type Subject = { flag: Flag; draft: Draft; rule: string | undefined }

/** The parsers of the words of a step, by the name before `=`. */
const words: Record<string, (subject: Subject, text: string) => StepChange> = {
  on: () => ({ enabled: true }),
  off: () => ({ enabled: false }),
  enabled: (_, text) => ({ enabled: parseSwitch(text) }),
  default: ({ flag }, text) => ({ defaultValue: parseValue(flag.type, text) }),
  defaultValue: ({ flag }, text) => ({ defaultValue: parseValue(flag.type, text) }),
  rollout: ({ draft, rule }, text) => {
    const { id } =
      findRolloutRule(draft.rules, rule) ?? wrongUse('No rule rolls out.', 'rules[name].rolloutPercentage=25')
    return { rules: { [id]: { rolloutPercentage: orWrong(parsePercentage, text) } } }
  },
}

const ruleFields: Record<keyof RuleChange, (subject: Subject, text: string) => RuleChange> = {
  enabled: (_, text) => ({ enabled: parseSwitch(text) }),
  rolloutPercentage: (_, text) => ({ rolloutPercentage: orWrong(parsePercentage, text) }),
  value: ({ flag }, text) => ({ value: parseValue(flag.type, text) }),
  distribution: (_, text) => ({ distribution: parseJson(`"${text}"`, text) as RuleChange['distribution'] }),
}

/** Parses the words of one step, such as `on`, `rollout=25` or `rules[Beta].enabled=false`, into one change. */
export const parseChange = (subject: Subject, texts: readonly string[]): StepChange => {
  const change: StepChange = {}
  for (const text of texts) {
    const { rules = {}, ...fields } = parseWord(subject, text)
    Object.assign(change, fields)
    for (const [id, rule] of Object.entries(rules)) {
      change.rules = { ...change.rules, [id]: { ...change.rules?.[id], ...rule } }
    }
  }
  return change
}

const parseWord = (subject: Subject, text: string): StepChange => {
  const [, name = text, value] = /^(rules\[.+?\]\.\w+|[^=]*)=(.*)$/s.exec(text) ?? []
  const [, reference, field] = /^rules\[(.+)\]\.(\w+)$/.exec(name) ?? []
  if (reference !== undefined && field !== undefined && value !== undefined) {
    const read =
      (Object.hasOwn(ruleFields, field) ? ruleFields[field as keyof RuleChange] : undefined) ??
      wrongUse(`A step changes no ${field} of a rule.${didYouMean(nearest(field, Object.keys(ruleFields)))}`)
    return { rules: { [ruleAt(subject.draft.rules, reference).id]: read(subject, value) } }
  }
  const isPlain = name === 'on' || name === 'off'
  if (Object.hasOwn(words, name) && isPlain === (value === undefined)) {
    return (words[name] as (typeof words)[string])(subject, value ?? '')
  }
  return wrongUse(
    `"${text}" says no change.${didYouMean(nearest(name, Object.keys(words)))}`,
    'on, off, rollout=25, default=<value> or rules[name].rolloutPercentage=25',
  )
}

/** Finds a rule by its index, as `flags set` does, by its id or by its name. */
const ruleAt = (rules: readonly Rule[], reference: string): Rule =>
  (/^\d+$/.test(reference) ? rules[Number(reference)] : undefined) ?? getRule(rules, reference)

const parseSwitch = (text: string): boolean =>
  text === 'true' || text === 'false' ? text === 'true' : wrongUse(`"${text}" is neither true nor false.`)

const orWrong = <Value>(parse: (text: string) => Value, text: string): Value => {
  try {
    return parse(text)
  } catch (error) {
    return wrongUse(`"${text}": ${(error as Error).message}`)
  }
}
