import { own } from '../core/own.ts'
import type { Current } from '../project-file/plan-parts.ts'

type Managed = { managedBy?: string | undefined; archived: boolean }
type Entries = Readonly<Record<string, Managed>>

const nouns = { flags: '', segments: 'the segment ' } as const
const parts = ['flags', 'segments'] as const

/** Returns the files with their repository as the manager of every flag and segment. */
export const managing = (file: Current, managedBy: string): Current => {
  const marked = <Entry>(entries: Record<string, Entry>): Record<string, Entry> =>
    Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, { ...entry, managedBy }]))
  return { ...file, segments: marked(file.segments), flags: marked(file.flags) }
}

/** Returns a problem for every item that the files name but another repository manages. */
export const foreignProblems = (file: Current, current: Current, managedBy: string): string[] =>
  parts.flatMap((part) =>
    Object.keys(file[part]).flatMap((key) => {
      const other = own<Managed>(current[part] as Entries, key)?.managedBy
      if (other === undefined || other === managedBy) return []
      return [`${nouns[part]}${key} is managed in ${other}: say --take-over to manage it in ${managedBy}.`]
    }),
  )

/** Returns the active items that this repository manages and that are no longer in any file. */
export const leftBehind = (file: Current, current: Current, managedBy: string): string[] =>
  parts.flatMap((part) =>
    Object.entries<Managed>(current[part] as Entries)
      .filter(([key, entry]) => entry.managedBy === managedBy && !entry.archived && !Object.hasOwn(file[part], key))
      .map(([key]) => `${nouns[part]}${key}`),
  )
