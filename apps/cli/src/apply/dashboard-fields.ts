import { own } from '../core/own.ts'
import { fillRuleIds } from '../project-file/fill-rule-ids.ts'
import type { Current } from '../project-file/plan-parts.ts'
import type { ProjectFile } from '../project-file/project-file.ts'

const ofEntries = ['name', 'description', 'tags', 'owner', 'kind', 'expectedEnd'] as const
const ofConfigs = ['enabled', 'defaultValue', 'rules', 'included', 'excluded'] as const
const ofRules = ['rolloutPercentage'] as const

/** The fields that a file may leave to the dashboard by `ours`. */
export const dashboardFields = [...ofEntries, ...ofConfigs, ...ofRules] as const

export type Ours = readonly (typeof dashboardFields)[number][]

type Fields = Record<string, unknown>
type Config = { rules: readonly { id?: string | undefined }[] }
type Entry<Of extends Config> = { environments: Record<string, Of> }

/** Copies these fields from another object; a field that it lacks is removed. */
const taking = <To extends object>(names: readonly string[], to: To, from: object): To => {
  const taken = { ...to } as Fields
  for (const name of names) {
    const value = own(from as Fields, name)
    if (value === undefined) delete taken[name]
    else taken[name] = value
  }
  return taken as To
}

const among = (names: readonly string[], ours: Ours): string[] => ours.filter((name) => names.includes(name))

/** Returns a config with the current values of the dashboard's fields. Rules are matched by their ids. */
export const keepInConfig = <Of extends Config>(wanted: Of, before: Config, ours: Ours): Of => {
  if (ours.length === 0) return wanted
  const perRule = among(ofRules, ours)
  const filled = fillRuleIds(wanted, before)
  const rules = filled.rules.map((rule) => {
    const there = before.rules.find(({ id }) => id === rule.id)
    return there ? taking(perRule, rule, there) : rule
  })
  const withRules = perRule.length === 0 ? filled : { ...filled, rules }
  const has = (name: string) => Object.hasOwn(wanted, name) || Object.hasOwn(before, name)
  return taking(among(ofConfigs, ours).filter(has), withRules, before)
}

const keepInEntry = <Of extends Config, Wanted extends Entry<Of>>(
  wanted: Wanted,
  before: Entry<Of> | undefined,
  ours: Ours,
): Wanted => {
  if (!before || ours.length === 0) return wanted
  const environments = Object.entries(wanted.environments).map(([env, config]) => {
    const there = own(before.environments, env)
    return [env, there ? keepInConfig(config, there, ours) : config]
  })
  return { ...taking(among(ofEntries, ours), wanted, before), environments: Object.fromEntries(environments) }
}

const keepInAll = <Of extends Config, Wanted extends Entry<Of>>(
  wanted: Record<string, Wanted>,
  before: Record<string, Entry<Of>>,
  oursOf: (key: string) => Ours,
): Record<string, Wanted> =>
  Object.fromEntries(
    Object.entries(wanted).map(([key, entry]) => [key, keepInEntry(entry, own(before, key), oursOf(key))]),
  )

/** Returns the files with the current values of the dashboard's fields, so that neither plans nor drift include them. */
export const keepDashboardFields = (
  file: Current,
  current: Current,
  oursOf: (noun: 'flag' | 'segment', key: string) => Ours,
): Current => ({
  ...file,
  segments: keepInAll(file.segments, current.segments, (key) => oursOf('segment', key)),
  flags: keepInAll(file.flags, current.flags, (key) => oursOf('flag', key)) as ProjectFile['flags'],
})
