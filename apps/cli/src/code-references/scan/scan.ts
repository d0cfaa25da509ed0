import { setImmediate as giveTurn } from 'node:timers/promises'
import { hiddenProblem, limits } from '@bunting/contract'
import type { Progress } from '../../output/progress.ts'
import type { Finder } from '../find/finder.ts'
import { textAround } from '../find/text-around.ts'
import { toUtf8 } from '../find/to-utf8.ts'
import type { ReadTracked, Unread } from '../git/read-tracked.ts'
import type { TrackedFile } from '../git/tracked-files.ts'

/** A line of a file that names a flag. */
export type Reference = { flagKey: string; path: string; line: number; alias?: string; text?: string }

/** A flag of the project, with its references. */
export type ScannedFlag = {
  key: string
  archived: boolean
  /** The number of all references. */
  count: number
  /** The first references, at most as many as an upload may have. */
  references: Reference[]
}

export type UnknownReference = { flagKey: string; path: string; line: number }

export type Scan = {
  flags: ScannedFlag[]
  unknown: UnknownReference[]
  files: number
  /** The number of files that were not searched, by reason. */
  unread: Record<Unread | 'binary', number>
  /** Files with references whose paths cannot be displayed. */
  unnamed: string[]
}

/** The maximum number of unknown flags that are listed. */
const maxUnknown = 1_000
const turnMs = 50

type Parts = {
  files: readonly TrackedFile[]
  read: ReadTracked
  flags: readonly { key: string; archived: boolean }[]
  finder: Finder
  /** The number of lines of code that each reference includes. */
  lines: number
  progress: Progress
}

/** Searches all files for all flags. */
export const scanFiles = async ({ files, read, flags, finder, lines, progress }: Parts): Promise<Scan> => {
  const scan: Scan = {
    flags: flags.map(({ key, archived }) => ({ key, archived, count: 0, references: [] })),
    unknown: [],
    files: 0,
    unread: { absent: 0, outside: 0, large: 0, binary: 0 },
    unnamed: [],
  }
  let turn = performance.now()
  for (const [at, file] of files.entries()) {
    if (performance.now() - turn > turnMs) {
      progress.step(at, files.length, 'files')
      await giveTurn()
      turn = performance.now()
    }
    const bytes = read(file)
    if (typeof bytes === 'string') scan.unread[bytes]++
    else scanFile(scan, finder, file.path, bytes, lines)
  }
  return scan
}

const scanFile = (scan: Scan, finder: Finder, path: string, bytes: Buffer, lines: number): void => {
  const text = toUtf8(bytes)
  if (text === undefined) {
    scan.unread.binary++
    return
  }
  scan.files++
  const { found, unknown } = finder.findAll(text)
  if (found.length + unknown.length === 0) return
  const nameable = isNameable(path)
  if (!nameable) scan.unnamed.push(path)
  for (const { flag: index, line, at, alias } of found) {
    const flag = scan.flags[index] as ScannedFlag
    flag.count++
    if (!nameable || flag.references.length >= limits.flagReferences) continue
    flag.references.push({
      flagKey: flag.key,
      path,
      line,
      ...(alias === undefined ? {} : { alias }),
      ...(lines === 0 ? {} : { text: textAround(text, at, lines) }),
    })
  }
  for (const { key, line } of unknown) {
    if (nameable && scan.unknown.length < maxUnknown) scan.unknown.push({ flagKey: key, path, line })
  }
}

/** The server only accepts paths that can be shown on one line. */
const isNameable = (path: string): boolean =>
  path.length <= limits.codePath && hiddenProblem(path, 'one line') === undefined
