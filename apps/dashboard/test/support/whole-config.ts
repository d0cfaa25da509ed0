import type { Condition, FlagConfig } from '@bunting/engine'

/** A group three levels deep, with everything that a group can contain. */
export const group: Condition = {
  any: [
    { attribute: 'country', operator: 'in', value: ['NL', 'BE'] },
    { operator: 'in_segment', value: 'beta' },
    {
      all: [
        { attribute: 'email', operator: 'ends_with', value: '@northpier.example', ignoreCase: true },
        {
          none: [
            { attribute: 'plan', operator: 'equals', value: 'free' },
            { operator: 'not_in_segment', value: ['beta', 'staff'] },
          ],
        },
      ],
    },
  ],
}

/** A config of a `json` flag that uses every feature. */
export const wholeConfig: FlagConfig = {
  version: 1,
  enabled: true,
  defaultValue: { layout: 'classic', steps: [1, 2, { last: null }] },
  variants: [
    { key: 'wide', value: { layout: 'wide', columns: 3 } },
    { key: 'list', value: ['a', { b: [] }], description: 'As a list' },
  ],
  prerequisites: [
    { flagKey: 'new-checkout', values: [true] },
    { flagKey: 'theme', values: ['dark', 'dim'] },
  ],
  rules: [
    {
      id: 'grouped',
      name: 'Grouped',
      enabled: true,
      conditionOperator: 'OR',
      conditions: [
        { attribute: 'plan', operator: 'equals', value: 'Team', ignoreCase: true },
        group,
        { operator: 'not_in_segment', value: ['beta', 'staff'] },
      ],
      value: { layout: 'wide', columns: 3 },
      rolloutPercentage: 40,
      bucketBy: 'companyId',
    },
    {
      id: 'split',
      name: 'Split',
      enabled: false,
      conditionOperator: 'AND',
      conditions: [{ operator: 'in_segment', value: 'beta' }],
      distribution: [
        { variant: 'wide', weight: 1 },
        { variant: 'list', weight: 2.5 },
      ],
    },
  ],
}
