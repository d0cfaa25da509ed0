import type { StaleReason } from '@bunting/contract'

/** What there is to know of a flag's evaluations, in all environments together. */
type Figures = { firstDay: string; evaluationsSince: number; valuesSince: number }

/**
 * Why a flag could go, judged by the days since one. A flag that is younger, or archived, is never stale; nor is one that
 * answered one value for less time than that.
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
