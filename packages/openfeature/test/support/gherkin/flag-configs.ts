import type { SuiteFlag } from './suites.ts'

type Value = boolean | string | number
export type SuiteConfig = { type: 'boolean' | 'string' | 'number' | 'json'; config: Record<string, unknown> }

const equals = (attribute: string, value: Value) => ({ attribute, operator: 'equals', value })
const ballmer = equals('email', 'ballmer@macrosoft.com')

/** The suites write targeting as expressions: these are the ones they have. */
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

/** One that only the older suite asks for, and the data lacks. */
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

/** What a flag that is off gives, where the suites expect what is none of its variants. */
const offValues: Record<string, object> = { 'object-disabled-flag': { a: 1 } }

/** A flag of the suites as Bunting has it; undefined where it cannot: flags without a default. */
export const configOf = (
  key: string,
  { variants, defaultVariant, disabled, contextEvaluator }: SuiteFlag,
): SuiteConfig | undefined => {
  const values = Object.entries(variants)
  const type = types[typeof values[0]?.[1]]
  if (!type || !defaultVariant) return undefined
  const rule = contextEvaluator === undefined ? undefined : targeting[contextEvaluator]
  if (contextEvaluator !== undefined && !rule) throw new Error(`unknown targeting: ${contextEvaluator}`)
  // A flag that is off gives the value it has for that, which the suites expect to be another than when it is on.
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
