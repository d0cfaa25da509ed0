import type { Environment } from '@bunting/contract'
import { productionOf } from './production-of.ts'

type Room = {
  /** How many there is room for. */
  count: number
  /** The one that the page is about, if it is about one. */
  current?: Environment
}

/** Those that there is room for, in their order: production and the current one always, then whichever come first. */
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
