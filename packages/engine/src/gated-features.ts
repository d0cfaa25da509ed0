import { findOperator } from './operators/index.ts'
import type { FlagConfig } from './types.ts'

/** What a config uses that the Free plan lacks, each named once, in the order of the rules. */
export function gatedFeatures(config: FlagConfig): string[] {
  const features = config.rules.flatMap(({ conditions, rolloutPercentage, distribution }) => [
    ...conditions.map(({ operator }) => operator).filter((operator) => findOperator(operator)?.gated),
    ...(rolloutPercentage === undefined ? [] : ['rolloutPercentage']),
    ...(distribution === undefined ? [] : ['distribution']),
  ])
  return [...new Set(features)]
}
