import type { OperatorName } from '@bunting/engine'

/** The engine's labels of its operators, repeated here so that a diff does not have to load the engine. */
const words: Record<OperatorName, string> = {
  equals: 'is',
  not_equals: 'is not',
  in: 'is one of',
  not_in: 'is none of',
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'starts with',
  ends_with: 'ends with',
  gt: 'is greater than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  before: 'is before',
  after: 'is after',
  semver_eq: 'is version',
  semver_gt: 'is above version',
  semver_gte: 'is at least version',
  semver_lt: 'is below version',
  semver_lte: 'is at most version',
  is_set: 'is set',
  is_not_set: 'is not set',
  regex: 'matches pattern',
  geo_country: 'is in country',
}

/** An operator in words: `is one of`. An operator that this dashboard does not know is shown by its name. */
export const sayOperator = (operator: string): string =>
  Object.hasOwn(words, operator) ? words[operator as OperatorName] : operator
