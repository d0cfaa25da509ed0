import { Failure, wrongUse } from '../core/failure.ts'
import type { Current, Noun } from '../project-file/plan-parts.ts'
import type { AppliedFile } from './applied-file.ts'
import type { Ours } from './dashboard-fields.ts'

export type Merged = {
  /** Undefined if no file names a project. */
  project: { slug: string; name: string } | undefined
  parts: Pick<Current, 'environments' | 'segments' | 'flags'>
  oursOf(noun: Noun, key: string): Ours
}

type Part = keyof Merged['parts']
const nouns: Record<Part, string> = { environments: 'environment', segments: 'segment', flags: 'flag' }

/** Merges files into one project. Two that name the same flag, segment or environment are refused, since neither has priority. */
export const mergeFiles = (files: readonly AppliedFile[]): Merged => {
  const problems = Object.keys(nouns).flatMap((part) => namedTwice(files, part as Part))
  if (problems.length > 0) throw new Failure('wrongUse', 'Two files name the same:', problems)
  const all = <Name extends Part>(part: Name) =>
    Object.fromEntries(files.flatMap(({ content }) => Object.entries(content[part] ?? {}))) as Merged['parts'][Name]
  const ours = { flag: oursIn(files, 'flags'), segment: oursIn(files, 'segments') }
  return {
    project: projectOf(files),
    parts: { environments: all('environments'), segments: all('segments'), flags: all('flags') },
    oursOf: (noun, key) => ours[noun].get(key) ?? [],
  }
}

const namedTwice = (files: readonly AppliedFile[], part: Part): string[] => {
  const first = new Map<string, string>()
  return files.flatMap(({ path, content }) =>
    Object.keys(content[part] ?? {}).flatMap((key) => {
      const other = first.get(key)
      if (other === undefined) first.set(key, path)
      return other === undefined ? [] : [`The ${nouns[part]} ${key} is in ${other} and in ${path}.`]
    }),
  )
}

const oursIn = (files: readonly AppliedFile[], part: 'flags' | 'segments'): Map<string, Ours> =>
  new Map(
    files.flatMap(({ content: { ours = [], [part]: entries = {} } }) =>
      Object.keys(entries).map((key): [string, Ours] => [key, ours]),
    ),
  )

const projectOf = (files: readonly AppliedFile[]): Merged['project'] => {
  const named = files.filter(({ content }) => content.project)
  const [first] = named
  for (const { path, content } of named) {
    const { slug, name } = content.project as { slug: string; name: string }
    if (slug === first?.content.project?.slug && name === first.content.project.name) continue
    wrongUse(`${first?.path} and ${path} are of different projects: apply them one after the other.`)
  }
  return first?.content.project
}
