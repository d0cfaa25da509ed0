import type { HistoricFlagVersion } from '@bunting/contract'
import { changesBetween } from '../../../features/diff/changes/changes-between.ts'

/** Says in which version between two others a thing was last changed, as far as the versions between are there. */
export const changedIn = (
  loaded: readonly HistoricFlagVersion[],
  one: number,
  other: number,
): ((key: string) => HistoricFlagVersion | undefined) => {
  const [from, to] = [Math.min(one, other), Math.max(one, other)]
  // Newest first, so that the first that is found is the last that changed it.
  const between = loaded.filter(({ version }) => version >= from && version <= to)
  const made = new Map<string, HistoricFlagVersion>()
  for (const [index, version] of between.entries()) {
    const previous = between[index + 1]
    if (!previous) continue
    for (const { key } of changesBetween(previous.config, version.config).changes) {
      if (!made.has(key)) made.set(key, version)
    }
  }
  return (key) => made.get(key)
}
