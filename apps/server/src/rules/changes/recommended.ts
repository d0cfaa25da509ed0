import type { RecommendationKind } from '@bunting/contract'

/** Tells whether shipping a variant follows the recommendation; where either will do, both do. */
export const isRecommended = (
  { kind, variant: recommended }: { kind: RecommendationKind; variant?: string | undefined },
  variant: string,
  control: string,
): boolean => {
  if (kind === 'ship') return variant === recommended
  if (kind === 'keep_control' || kind === 'stop') return variant === control
  return kind === 'no_difference'
}
