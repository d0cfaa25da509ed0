export { bundle } from '../../packages/sdk-server/test/support/bundle.ts'

/** A rule that requires all of its conditions. */
export const rule = (fields: object) => ({
  id: 'rule_1',
  name: '',
  enabled: true,
  conditionOperator: 'AND' as const,
  conditions: [],
  value: true,
  ...fields,
})

export const equals = (attribute: string, value: unknown) => ({ attribute, operator: 'equals', value })
