import type { FlagConfig, FlagType, FlagValue, Prerequisite } from '@bunting/engine'
import { same } from '../../format/same.ts'

/** Sets the prerequisites. A config without any has no such field. */
const setPrerequisites = (
  { prerequisites: _, ...config }: FlagConfig,
  prerequisites: readonly Prerequisite[],
): FlagConfig => (prerequisites.length === 0 ? config : { ...config, prerequisites })

export const addPrerequisite = (config: FlagConfig, prerequisite: Prerequisite): FlagConfig =>
  setPrerequisites(config, [...(config.prerequisites ?? []), prerequisite])

export const removePrerequisite = (config: FlagConfig, flagKey: string): FlagConfig =>
  setPrerequisites(config, config.prerequisites?.filter((one) => one.flagKey !== flagKey) ?? [])

export const setAnswers = (config: FlagConfig, flagKey: string, values: readonly FlagValue[]): FlagConfig =>
  setPrerequisites(
    config,
    config.prerequisites?.map((one) => (one.flagKey === flagKey ? { flagKey, values } : one)) ?? [],
  )

/** The possible answers of a flag according to its config, without duplicates, to choose from. */
export const answersOf = (type: FlagType, config: FlagConfig | undefined): readonly FlagValue[] => {
  if (type === 'boolean') return [true, false]
  if (!config) return []
  const { defaultValue, rules, variants = [] } = config
  const given = rules.map(({ value }) => value).filter((value) => value !== undefined)
  const all = [...variants.map(({ value }) => value), ...given, defaultValue]
  return all.filter((value, at) => all.findIndex((other) => same(value, other)) === at)
}

type Flag = { key: string; versions: Readonly<Record<string, { config: FlagConfig }>> }

/** The flags that depend on this one in an environment, also indirectly: needing one of them would make a cycle. */
export const findDependants = (flags: readonly Flag[], envId: string, flagKey: string): ReadonlySet<string> => {
  const needing = new Map<string, string[]>()
  for (const { key, versions } of flags) {
    for (const { flagKey: needed } of versions[envId]?.config.prerequisites ?? []) {
      needing.set(needed, [...(needing.get(needed) ?? []), key])
    }
  }
  const found = new Set<string>()
  const waiting = [flagKey]
  for (const key of waiting) {
    for (const other of needing.get(key) ?? []) {
      if (found.has(other)) continue
      found.add(other)
      waiting.push(other)
    }
  }
  return found
}
