import { nearest } from '@bunting/contract'
import { didYouMean } from '../failure.ts'
import { own } from '../own.ts'
import { namedIn } from './order.ts'
import type { Current, Noun } from './plan-parts.ts'
import type { ConfigEntry, ProjectFile, SegmentConfigEntry } from './project-file.ts'

/** Why a file cannot be imported, as far as that is known before anything is tried. */
export const problemsOf = (file: ProjectFile, current: Current): string[] => [
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
  ...nameProblems(file, current),
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
const nameProblems = (file: ProjectFile, current: Current): string[] => {
  const known = (entries: object | undefined, others: object) => [...Object.keys(entries ?? {}), ...Object.keys(others)]
  const slugs = known(file.environments, current.environments)
  const keys: Record<Noun, string[]> = {
    segment: known(file.segments, current.segments),
    flag: known(file.flags, current.flags),
  }
  const missing = (who: string, what: string, wanted: readonly string[], names: readonly string[]): string[] =>
    [...new Set(wanted)]
      .filter((name) => !names.includes(name))
      .map((name) => `${who} names the ${what} "${name}", which is not there.${didYouMean(nearest(name, names))}`)
  const problemsIn = (entries: Entries, prefix: string): string[] =>
    Object.entries(entries).flatMap(([key, { environments }]) => {
      const configs = Object.values(environments)
      return [
        ...missing(`${prefix}${key}`, 'environment', Object.keys(environments), slugs),
        ...(['segment', 'flag'] as const).flatMap((noun) => {
          const named = configs.flatMap((config) => namedIn(config, noun))
          return missing(`${prefix}${key}`, noun, named, keys[noun])
        }),
      ]
    })
  return [...problemsIn(file.segments ?? {}, 'The segment '), ...problemsIn(file.flags, '')]
}
