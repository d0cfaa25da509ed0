import type { StaleReason } from '@bunting/contract'

/** Figures of a flag's evaluations in all environments together. */
type Figures = { firstDay: string; evaluationsSince: number; valuesSince: number }

/**
 * Why a flag is stale, judged by its figures since a day. A flag is never stale if it is younger than that or archived, or if
 * it has answered a single value for less time.
 */
export const staleReason = (
  flag: { createdAt: string; archivedAt: string | null },
  figures: Figures | undefined,
  since: string,
): StaleReason | null => {
  if (flag.archivedAt !== null || flag.createdAt.slice(0, 10) > since) return null
  if (!figures || figures.evaluationsSince === 0) return 'not_evaluated'
  return figures.valuesSince === 1 && figures.firstDay <= since ? 'single_value' : null
}
