import { createHash } from 'node:crypto'
import { limits } from '@bunting/contract'
import type { Finder } from '../find/finder.ts'
import { lineAround } from '../find/lines.ts'
import { toUtf8 } from '../find/to-utf8.ts'
import { readBlobs } from '../git/read-blobs.ts'
import { listChanged } from './changed-files.ts'
import type { Opened } from './open-scan.ts'
import type { ScannedFlag } from './scan.ts'

/** A flag whose references a change affects. */
export type ChangedFlag = {
  flagKey: string
  /** The number of references before and now. */
  before: number
  now: number
  /** The new or changed lines. */
  references: { path: string; line: number }[]
}

export type Comparison = { added: ChangedFlag[]; changed: ChangedFlag[]; removed: ChangedFlag[] }

type Line = { path: string; line: number }
/** The lines that name a flag in changed files, by content: a line that only moved is on both sides. */
type Sides = { now: Map<string, Line[]>; before: Map<string, Line[]> }

/** Finds the flags whose references differ from those at a commit. Only changed files are searched. */
export const compareWith = async (
  { git, read, finder, scan, findExcluded }: Omit<Opened<unknown>, 'about'>,
  commit: string,
): Promise<Comparison> => {
  const isExcluded = await findExcluded(commit)
  const changed = (await listChanged(git, commit)).filter(({ file }) => !isExcluded(file.path))
  const lines = new Map<number, Sides>()
  const add = (side: keyof Sides, path: string, bytes: Buffer): void => {
    const text = toUtf8(bytes)
    for (const { flag, line, content } of text === undefined ? [] : linesWith(finder, text)) {
      const sides = lines.get(flag) ?? { now: new Map(), before: new Map() }
      lines.set(flag, sides)
      const alike = sides[side].get(content) ?? []
      alike.push({ path, line })
      sides[side].set(content, alike)
    }
  }
  for (const { file, isThere } of changed) {
    const bytes = isThere ? read(file) : 'absent'
    if (typeof bytes !== 'string') add('now', file.path, bytes)
  }
  const pathsOf = Map.groupBy(
    changed.filter(({ was }) => was !== undefined),
    ({ was }) => was as string,
  )
  for await (const { id, bytes } of readBlobs(git, [...pathsOf.keys()])) {
    for (const { file } of pathsOf.get(id) ?? []) add('before', file.path, bytes)
  }
  return sortOut(scan.flags, lines)
}

const sortOut = (flags: readonly ScannedFlag[], lines: ReadonlyMap<number, Sides>): Comparison => {
  const comparison: Comparison = { added: [], changed: [], removed: [] }
  for (const [flag, { now, before }] of [...lines].sort(([one], [other]) => one - other)) {
    const { key, count } = flags[flag] as ScannedFlag
    const references = without(now, before)
    const gone = without(before, now)
    if (references.length + gone.length === 0) continue
    const had = count - sizeOf(now) + sizeOf(before)
    const kind = had <= 0 ? 'added' : count === 0 ? 'removed' : 'changed'
    comparison[kind].push({
      flagKey: key,
      before: Math.max(0, had),
      now: count,
      references: references.slice(0, limits.flagReferences),
    })
  }
  return comparison
}

/** Returns the lines of one side that the other side lacks, or has less often. */
const without = (lines: ReadonlyMap<string, Line[]>, others: ReadonlyMap<string, Line[]>): Line[] =>
  [...lines].flatMap(([content, alike]) => alike.slice(others.get(content)?.length ?? 0))

const sizeOf = (lines: ReadonlyMap<string, Line[]>): number =>
  lines.values().reduce((sum, alike) => sum + alike.length, 0)

/** Yields the lines that name flags, with a hash of their content without indentation. */
function* linesWith(finder: Finder, text: Buffer): Generator<{ flag: number; line: number; content: string }> {
  let hashed = { line: 0, content: '' }
  for (const { flag, line, at } of finder.find(text)) {
    if (hashed.line !== line) {
      const { start, end } = lineAround(text, at)
      const content = createHash('sha1')
        .update(text.toString('latin1', start, end).trim(), 'latin1')
        .digest('base64')
      hashed = { line, content }
    }
    yield { flag, line, content: hashed.content }
  }
}
