import type { SuiteFlag } from './suites.ts'

type Value = boolean | string | number
export type SuiteConfig = { type: 'boolean' | 'string' | 'number' | 'json'; config: Record<string, unknown> }

const equals = (attribute: string, value: Value) => ({ attribute, operator: 'equals', value })
const ballmer = equals('email', 'ballmer@macrosoft.com')

/** The targeting expressions of the suites, and the conditions that correspond to them. */
const targeting: Record<string, { conditions: object[]; variant: string }> = {
  "email == 'ballmer@macrosoft.com' ? 'zero' : ''": { conditions: [ballmer], variant: 'zero' },
  "!customer && email == 'ballmer@macrosoft.com' && age > 10 ? 'internal' : ''": {
    conditions: [equals('customer', false), ballmer, { attribute: 'age', operator: 'gt', value: 10 }],
    variant: 'internal',
  },
}

const types: Record<string, SuiteConfig['type']> = {
  boolean: 'boolean',
  string: 'string',
  number: 'number',
  object: 'json',
}

/** A flag that only the older suite uses, and that its data lacks. */
export const contextAware: SuiteConfig = {
  type: 'string',
  config: {
    version: 1,
    enabled: true,
    defaultValue: 'EXTERNAL',
    rules: [
      {
        name: 'Somebody',
        conditions: [
          equals('fn', 'Sulisław'),
          equals('ln', 'Świętopełk'),
          equals('age', 29),
          equals('customer', false),
        ],
        value: 'INTERNAL',
      },
    ],
  },
}

/** The values of flags that are off, if the suites expect a value that is none of their variants. */
const offValues: Record<string, object> = { 'object-disabled-flag': { a: 1 } }

/** A flag of the suites as a config of Bunting; undefined for flags without a default, which Bunting cannot have. */
export const configOf = (
  key: string,
  { variants, defaultVariant, disabled, contextEvaluator }: SuiteFlag,
): SuiteConfig | undefined => {
  const values = Object.entries(variants)
  const type = types[typeof values[0]?.[1]]
  if (!type || !defaultVariant) return undefined
  const rule = contextEvaluator === undefined ? undefined : targeting[contextEvaluator]
  if (contextEvaluator !== undefined && !rule) throw new Error(`unknown targeting: ${contextEvaluator}`)
  // A flag that is off answers its default value, and the suites expect that to differ from the value when it is on.
  const served = disabled ? values.find(([name]) => name !== defaultVariant)?.[0] : defaultVariant
  const config = {
    version: 1,
    enabled: !disabled,
    defaultValue: offValues[key] ?? variants[served ?? ''],
    rules: rule ? [{ name: 'Targeting', conditions: rule.conditions, value: variants[rule.variant] }] : [],
    ...(type === 'boolean' ? {} : { variants: values.map(([key, value]) => ({ key, value })) }),
  }
  return { type, config }
}
