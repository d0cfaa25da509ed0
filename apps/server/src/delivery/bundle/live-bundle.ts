import { parseJson } from '../../base/json.ts'
import { type Pausable, runAtOnce, runInTurns } from '../../base/pausable.ts'
import type { EdgeBundle, EdgePatch, EdgeRevision } from '../../edge/edge.ts'
import { bundleText } from '../../edge/format/bundle-text.ts'
import { noEntries, toggleEntries } from '../../edge/format/checksum.ts'
import type { ReportInvalid } from '../../edge/format/invalid-entries.ts'
import { openChangeLog, type Step, stepsIn } from './change-log.ts'
import type { CompiledBundle, ReadyBundle } from './compiled-bundle.ts'
import { changedEntries, type EntryChange, keepTexts, parsedIn, toggled } from './entry-texts.ts'
import { openLiveFlags } from './live-flags.ts'
import { type BundleLists, noLists, openNamedLists } from './named-lists.ts'
import { patchText } from './patch-text.ts'

/** Patches up to this length are always used; longer ones only if they are at most half of the whole bundle. */
const minPatch = 4_096
/** The patches of a revision may take as many characters as the whole bundle, and at least this many. */
const minPatches = 1024 * 1024

/** An estimate from measurements: a compiled flag takes several times the memory of its text, and so do lists of ids. */
const bytesOf = (flags: number, characters: number): number => 4_096 + 2_048 * flags + 10 * characters

type Changes = { flags: ReadonlyMap<string, EntryChange>; segments: ReadonlyMap<string, EntryChange> }

/** Compiles a first bundle. Throws if it is not a bundle; a flag that cannot be read does not affect the others. */
export const openBundle = (
  first: EdgeBundle,
  reportInvalid: ReportInvalid,
  lists: BundleLists = noLists,
): ReadyBundle => emptyBundle(first, reportInvalid, lists).ready(first)

/** Like `openBundle`, with pauses for other work: a large bundle takes a second to parse and compile. */
export const openBundleInTurns = async (
  first: EdgeBundle,
  reportInvalid: ReportInvalid,
  lists: BundleLists = noLists,
  sliceMs?: number,
): Promise<ReadyBundle> => {
  const { fill, ready } = emptyBundle(first, reportInvalid, lists)
  await runInTurns(fill(first), sliceMs)
  return ready(first)
}

const emptyBundle = ({ environmentId, format }: EdgeBundle, reportInvalid: ReportInvalid, lists: BundleLists) => {
  const texts = { flags: new Map<string, string>(), segments: new Map<string, string>() }
  const live = openLiveFlags(format, reportInvalid, lists.find)
  const named = openNamedLists(environmentId, lists)
  const changeLog = openChangeLog()
  let characters = 0
  let listsTaken = 0
  /** The checksum of the texts: from the last read if it had one, otherwise computed when it is needed. */
  let checksum: string | undefined
  let current: CompiledBundle | undefined

  const notJson = () => reportInvalid('bundle', 'something in it is not JSON')

  const checksumOf = (changes: Changes): string => {
    checksum ??= toggleEntries(noEntries, [
      ...Array.from(texts.flags, ([key, text]) => [`f:${key}`, text] as const),
      ...Array.from(texts.segments, ([key, text]) => [`s:${key}`, text] as const),
    ])
    const toggles = [toggled('f:', texts.flags, changes.flags), toggled('s:', texts.segments, changes.segments)]
    return toggles.reduce(toggleEntries, checksum)
  }

  function* changesIn(read: EdgeBundle | EdgePatch): Pausable<Changes> {
    const isWhole = !('from' in read)
    return {
      flags: yield* changedEntries(read.flags, texts.flags, isWhole, notJson),
      segments: yield* changedEntries(read.segments, texts.segments, isWhole, notJson),
    }
  }

  function* keep({ flags, segments }: Changes): Pausable<void> {
    // If this throws, it does so before anything has changed.
    yield* live.change({ flags: parsedIn(flags), segments: parsedIn(segments) }, parsedOf)
    named.note(segments)
    characters += keepTexts(texts.flags, flags) + keepTexts(texts.segments, segments)
  }

  /** Undefined if a patch does not lead to the checksum of the edge's bundle. */
  const readyFor = (read: EdgeBundle | EdgePatch): ReadyBundle | undefined => {
    const { flags, segments } = runAtOnce(changesIn(read))
    const { revision, replaces } = read
    if ('from' in read && read.checksum !== undefined && checksumOf({ flags, segments }) !== read.checksum) {
      reportInvalid('bundle', 'what changed in it does not lead to its checksum')
      return undefined
    }
    const head = { revision, ...(replaces === undefined ? {} : { replaces }) }
    const known = current
    const isSame = known?.revision === revision && flags.size === 0 && segments.size === 0
    if (known && isSame && known.replaces === replaces) return { ...head, apply: () => known }
    const apply = (): CompiledBundle => {
      runAtOnce(keep({ flags, segments }))
      checksum = read.checksum
      if (!isSame) noteChanges(read, known?.revision, { flags, segments })
      current = at(head)
      named.follow(live.waiting, takeList)
      return current
    }
    return { ...head, apply }
  }

  /** Once a list is here, the flags that waited for it become those of the bundle. */
  const takeList = (key: string): void => {
    if (!live.waiting.has(key)) return
    const segments = new Map([[key, parseJson(texts.segments.get(key) ?? '')]])
    runAtOnce(live.change({ flags: new Map(), segments }, parsedOf))
    listsTaken++
    if (current) lists.onTaken?.(current)
  }

  const parsedOf = (key: string): unknown => parseJson(texts.flags.get(key) ?? '')

  const noteChanges = (read: EdgeBundle | EdgePatch, from: number | undefined, changes: Changes): void => {
    const { revision } = read
    // The revision went back: patches from the later revisions are of no use.
    if (from !== undefined && revision <= from) changeLog.forget()
    else for (const step of stepsOf(read, from, changes)) changeLog.note(step)
  }

  const at = (head: EdgeRevision): CompiledBundle => {
    const { revision } = head
    const patches = new Map<number, string | undefined>()
    let patchCharacters = 0
    let text: string | undefined

    const makePatch = (from: number, names: ReadonlySet<string>): string | undefined => {
      if (patchCharacters > Math.max(characters, minPatches)) return undefined
      const patch = onOneLine(patchText({ format, environmentId, revision }, from, names, texts))
      patchCharacters += patch.length
      return patch.length <= Math.max(characters / 2, minPatch) ? patch : undefined
    }

    const bundle: CompiledBundle = {
      ...head,
      environmentId,
      flags: live.flags,
      listsTaken: () => listsTaken,
      namesList: named.has,
      bytes: bytesOf(live.flags.size, characters),
      text: () => {
        if (text !== undefined) return text
        if (current !== bundle) throw new Error('a bundle was asked for its text after the next one was applied')
        const [flags, segments] = [[...texts.flags], [...texts.segments]]
        text = onOneLine(bundleText({ environmentId, revision, format, flags, segments }))
        return text
      },
      patchFrom: (from) => {
        if (patches.has(from) || current !== bundle) return patches.get(from)
        const names = from === revision ? new Set<string>() : changeLog.since(from)
        if (!names) return undefined
        const patch = makePatch(from, names)
        patches.set(from, patch)
        return patch
      },
      next: (read) => {
        if ('from' in read) return read.from === revision && read.format === format ? readyFor(read) : undefined
        return read.format === format ? readyFor(read) : openBundle(read, reportInvalid, lists)
      },
    }
    return bundle
  }

  return {
    /** Compiles a whole bundle, which is not in use before it is ready. */
    fill: function* (whole: EdgeBundle): Pausable<void> {
      yield* keep(yield* changesIn(whole))
    },
    ready: (whole: EdgeBundle) => readyFor(whole) as ReadyBundle,
  }
}

/** Puts JSON on one line: a line break in it would end a line of the event stream. */
const onOneLine = (text: string): string => (/[\r\n]/.test(text) ? JSON.stringify(JSON.parse(text)) : text)

/** The changes that were read, one step per revision, if listed. Else one step: of a whole bundle, only what differs now. */
const stepsOf = (read: EdgeBundle | EdgePatch, from: number | undefined, changes: Changes): readonly Step[] => {
  const { revision } = read
  const steps = stepsIn(read.changes ?? [], revision, from)
  if (steps.length > 0 || from === undefined) return steps
  const isComplete = 'from' in read
  const { flags, segments } = isComplete ? read : changes
  return [{ from, revision, names: namesIn(flags, segments), isComplete }]
}

const namesIn = (flags: Iterable<readonly [string, unknown]>, segments: Iterable<readonly [string, unknown]>) => [
  ...Array.from(flags, ([key]) => `f:${key}`),
  ...Array.from(segments, ([key]) => `s:${key}`),
]
