import { findOperator } from '../operators/index.ts'
import { segmentOperatorNames } from '../operators/segment-operators.ts'
import type { FlagConfig } from '../types.ts'
import { leavesOf, shareOperator } from './conditions.ts'

const isGated = (operator: string): boolean =>
  findOperator(operator)?.gated === true ||
  operator === shareOperator ||
  segmentOperatorNames.some((name) => name === operator)

/** The features of a config that the Free plan does not have, each once, in the order of the rules. */
export function gatedFeatures({ rules, prerequisites }: FlagConfig): string[] {
  const features = rules.flatMap(({ conditions, rolloutPercentage, distribution }) => [
    ...Array.from(leavesOf(conditions, ''), ({ condition }) => condition.operator).filter(isGated),
    ...(rolloutPercentage === undefined ? [] : ['rolloutPercentage']),
    ...(distribution === undefined ? [] : ['distribution']),
  ])
  return [...new Set([...features, ...(prerequisites ? ['prerequisites'] : [])])]
}
