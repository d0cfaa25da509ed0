import { nearest } from '@bunting/contract'
import { didYouMean } from '../core/failure.ts'
import { own } from '../core/own.ts'
import { namedIn } from './order.ts'
import type { Current, PlanOptions, Versions } from './plan-parts.ts'
import type { ConfigEntry, ProjectFile, SegmentConfigEntry } from './project-file.ts'

/** The reasons why a file cannot be imported, as far as they are known in advance. */
export const problemsOf = (
  file: ProjectFile,
  current: Current,
  versions: Versions,
  uploads: PlanOptions['uploads'],
): string[] => [
  ...protectionProblems(file, current),
  ...Object.entries(file.flags).flatMap(([key, { type }]) => {
    const before = own(current.flags, key)
    return before && before.type !== type ? [`${key} is a ${before.type} flag: its type cannot become ${type}.`] : []
  }),
  ...Object.entries(file.segments ?? {}).flatMap(([key, { unit }]) => {
    const before = own(current.segments, key)
    if (!before || before.unit === unit) return []
    return [`The segment ${key} is by ${before.unit ?? 'user'}: that cannot become ${unit ?? 'user'}.`]
  }),
  ...Object.entries(file.segments ?? {}).flatMap(([key, { large = false }]) => {
    const before = own(current.segments, key)
    if (!before || (before.large ?? false) === large) return []
    return [`The segment ${key} is ${large ? 'not large' : 'large'}: that cannot be changed.`]
  }),
  ...nameProblems(file, current, versions, uploads),
]

const protectionProblems = (file: ProjectFile, current: Current): string[] => {
  const entries = Object.entries(file.environments)
  const unprotected = entries
    .filter(([slug, entry]) => own(current.environments, slug)?.protected && !entry.protected)
    .map(
      ([slug]) =>
        `The file takes the protection off ${slug}: do that yourself, with bunting environments unprotect ${slug}.`,
    )
  const loosened = entries
    .filter(([slug, entry]) => own(current.environments, slug)?.strict && entry.protected && !entry.strict)
    .map(
      ([slug]) =>
        `The file makes ${slug} strict no longer: propose that yourself, with bunting environments update ${slug} --no-strict.`,
    )
  return [...unprotected, ...loosened]
}

type Entries = Readonly<Record<string, { environments: Readonly<Record<string, ConfigEntry | SegmentConfigEntry>> }>>

/** Environments, segments and flags that something names, but that are neither in the file nor in the project. */
const nameProblems = (
  file: ProjectFile,
  current: Current,
  versions: Versions,
  uploads: PlanOptions['uploads'],
): string[] => {
  const known = {
    environment: Object.keys({ ...current.environments, ...file.environments }),
    segment: Object.keys({ ...current.segments, ...file.segments }),
    flag: Object.keys({ ...current.flags, ...file.flags }),
  }
  const missing = (who: string, what: keyof typeof known, names: readonly string[]): string[] =>
    [...new Set(names)]
      .filter((name) => !known[what].includes(name))
      .map((name) => `${who} names the ${what} "${name}", which is not there.${didYouMean(nearest(name, known[what]))}`)
  const isLarge = (key: string) => (own(file.segments ?? {}, key) ?? own(current.segments, key))?.large === true
  const hasConfig = (key: string, env: string) =>
    isLarge(key)
      ? versions('segment', key, env) > 0 || uploads?.(key, env) === true
      : [file.segments ?? {}, current.segments].some((entries) => own(own(entries, key)?.environments ?? {}, env))
  const unready = (who: string, env: string, config: ConfigEntry | SegmentConfigEntry): string[] =>
    [...new Set(namedIn(config, 'segment'))]
      .filter((key) => known.segment.includes(key) && !hasConfig(key, env))
      .map((key) =>
        isLarge(key)
          ? `${who} in ${env} names the large segment "${key}", to which nothing is uploaded there: bunting segments create ${key} --large, bunting segments ids replace ${key} <file> --env ${env}.`
          : `${who} in ${env} names the segment "${key}", which has no config there.`,
      )
  const problemsIn = (entries: Entries, prefix: string): string[] =>
    Object.entries(entries).flatMap(([key, { environments }]) => {
      const who = `${prefix}${key}`
      const configs = Object.values(environments)
      return [
        ...missing(who, 'environment', Object.keys(environments)),
        ...missing(
          who,
          'segment',
          configs.flatMap((config) => namedIn(config, 'segment')),
        ),
        ...missing(
          who,
          'flag',
          configs.flatMap((config) => namedIn(config, 'flag')),
        ),
        ...Object.entries(environments).flatMap(([env, config]) => unready(who, env, config)),
      ]
    })
  return [...problemsIn(file.segments ?? {}, 'The segment '), ...problemsIn(file.flags, '')]
}
