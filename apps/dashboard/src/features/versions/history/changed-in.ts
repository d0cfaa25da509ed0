import type { HistoricVersion, Numbered, VersionedKind } from '../versioned-kind.ts'

/** Finds the version between two others that last changed a thing, as far as the versions between are loaded. */
export const changedIn = <Config extends Numbered, Draft>(
  changes: VersionedKind<Config, Draft>['diff']['changes'],
  loaded: readonly HistoricVersion<Config>[],
  one: number,
  other: number,
): ((key: string) => HistoricVersion<Config> | undefined) => {
  const [from, to] = [Math.min(one, other), Math.max(one, other)]
  // Newest first, so that the first one found is the last one that changed it.
  const between = loaded.filter(({ version }) => version >= from && version <= to)
  const made = new Map<string, HistoricVersion<Config>>()
  for (const [index, version] of between.entries()) {
    const previous = between[index + 1]
    if (!previous) continue
    for (const { key } of changes(previous.config, version.config)) {
      if (!made.has(key)) made.set(key, version)
    }
  }
  return (key) => made.get(key)
}
