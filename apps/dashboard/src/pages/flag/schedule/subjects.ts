import type { FlagConfig, FlagValue } from '@bunting/engine'
import { nameRule } from '../../../features/diff/words/words.ts'
import type { ChangeDraft, Subject } from './steps-draft.ts'
import { textOf } from './value-field.tsx'

type Option = { key: string; label: string; subject: Subject; value: string }

/** Everything that a step can change, each with a proposed value: the opposite of a boolean, or a value to overwrite. */
export const subjectsOf = ({ enabled, defaultValue, rules }: FlagConfig): Option[] => [
  { key: 'enabled', label: 'The flag', subject: { field: 'enabled' }, value: String(!enabled) },
  {
    key: 'defaultValue',
    label: 'The default value',
    subject: { field: 'defaultValue' },
    value: opposite(defaultValue),
  },
  ...rules.flatMap((rule, index): Option[] => {
    const name = nameRule(rule, index)
    const { id: ruleId } = rule
    return [
      {
        key: `rolloutPercentage ${ruleId}`,
        label: `${name}: share`,
        subject: { field: 'rolloutPercentage', ruleId },
        value: '100',
      },
      {
        key: `value ${ruleId}`,
        label: `${name}: value`,
        subject: { field: 'value', ruleId },
        value: textOf(rule.value ?? defaultValue),
      },
      {
        key: `ruleEnabled ${ruleId}`,
        label: `${name}: on or off`,
        subject: { field: 'ruleEnabled', ruleId },
        value: String(!rule.enabled),
      },
    ]
  }),
]

const opposite = (value: FlagValue): string => (typeof value === 'boolean' ? String(!value) : textOf(value))

export const keyOf = ({ subject }: Pick<ChangeDraft, 'subject'>): string =>
  'ruleId' in subject ? `${subject.field} ${subject.ruleId}` : subject.field
