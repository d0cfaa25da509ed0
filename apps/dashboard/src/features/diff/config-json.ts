import type { FlagConfig } from '@bunting/engine'

/** The order of fields, as in the specification. Fields that are not listed come last, by name. */
const fields = [
  ...['version', 'id', 'key', 'name', 'enabled', 'defaultValue', 'variants', 'prerequisites', 'flagKey', 'rules'],
  ...['conditionOperator', 'conditions', 'attribute', 'operator', 'value', 'ignoreCase', 'description'],
  ...['rolloutPercentage', 'distribution', 'variant', 'weight', 'bucketBy'],
]

const rank = (field: string): number => (fields.includes(field) ? fields.indexOf(field) : fields.length)

const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).sort(([one], [other]) => rank(one) - rank(other) || (one < other ? -1 : 1)),
      )
    : value

/** A config as lines of JSON; none without a config. The order of fields is fixed, so that only real changes differ. */
export const jsonLines = (config: FlagConfig | null): string[] =>
  config ? JSON.stringify(config, inOrder, 2).split('\n') : []
