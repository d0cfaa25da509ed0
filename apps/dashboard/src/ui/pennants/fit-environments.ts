import type { Environment } from '@bunting/contract'
import { productionOf } from './production-of.ts'

type Room = {
  /** The number of environments that fit. */
  count: number
  /** The page's environment, if it has one. */
  current?: Environment
}

/** The environments that fit, in their order: production and the current one always, then the first ones. */
export const fitEnvironments = (
  environments: readonly Environment[],
  { count, current }: Room,
): readonly Environment[] => {
  const byImportance = new Set([productionOf(environments), current, ...environments])
  byImportance.delete(undefined)
  const always = current && current !== productionOf(environments) ? 2 : 1
  const fitting = new Set([...byImportance].slice(0, Math.max(count, always)))
  return environments.filter((environment) => fitting.has(environment))
}
