import type { RecommendationKind } from '@bunting/contract'

/** Tells whether shipping a variant follows the recommendation. If there is no difference, every variant does. */
export const isRecommended = (
  { kind, variant: recommended }: { kind: RecommendationKind; variant?: string | undefined },
  variant: string,
  control: string,
): boolean => {
  if (kind === 'ship') return variant === recommended
  if (kind === 'keep_control' || kind === 'stop') return variant === control
  return kind === 'no_difference'
}
