import { type CodeReferencesBody, type FlagId, fail, invalid, type Paging, withoutHidden } from '@bunting/contract'
import { readIsoInstant } from '@bunting/engine'

/** The time after its last upload for which a branch is kept, except for default branches. */
export const branchKeptUs = 30 * 24 * 60 * 60 * 1_000_000

/** The weight of reading and writing a reference, in the unit of `weight.ts`: a large upload counts as several requests. */
export const referenceWeight = 10_000

const aheadMs = 10 * 60 * 1_000

type Uploaded = CodeReferencesBody['references'][number]
type Removed = NonNullable<CodeReferencesBody['removed']>[number]

/** Parses the time of a commit. A time in the future is refused, since it would block all later uploads of the branch. */
export const commitMs = (at: string, nowMs: number): number => {
  const atMs = readIsoInstant(at) as number
  if (atMs <= nowMs + aheadMs) return atMs
  return invalid('The body is not as described.', [{ path: 'at', message: 'must not be over 10 minutes ahead' }])
}

/** Refuses a scan that is older than the stored one. */
export const requireNewest = (atMs: number, there: { atMs: number; commit: string } | undefined): void => {
  if (there === undefined || atMs >= there.atMs) return
  const so = new Date(there.atMs).toISOString()
  fail('CONFLICT', `A newer scan of this branch is there already: of ${there.commit}, from ${so}.`)
}

/** Groups the references of an upload by flag, in the order of the code. */
export const referencesByFlag = (
  references: readonly Uploaded[],
  { ids, codeLines = false }: { ids: ReadonlyMap<string, FlagId>; codeLines?: boolean | undefined },
) => {
  const groups = Map.groupBy(references, ({ flagKey }) => flagKey)
  const found = groups.entries().flatMap(([key, group]) => {
    const flagId = ids.get(key)
    if (flagId === undefined) return []
    const inOrder = group.toSorted(byPlace)
    const hasLines = codeLines && group.some(({ text }) => text !== undefined)
    return [{ flagId, places: inOrder.map(placeOf), lines: hasLines ? inOrder.map(lineOf) : null }]
  })
  return [...found]
}

const byPlace = (a: Uploaded, b: Uploaded): number => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1)

const placeOf = ({ path, line, alias }: Uploaded) =>
  alias === undefined ? ([path, line] as const) : ([path, line, alias] as const)

/** Keeps line breaks, since a scan may include the lines around a reference. */
const lineOf = ({ text }: Uploaded): string | null =>
  text === undefined ? null : text.replaceAll('\t', ' ').split('\n').map(withoutHidden).join('\n')

/** Returns the latest removal of each existing flag. */
export const latestRemovals = (removed: readonly Removed[], ids: ReadonlyMap<string, FlagId>, repository: string) => {
  const latest = new Map<FlagId, { commit: string; atMs: number; author: string | null }>()
  for (const { flagKey, commit, at, author = null } of removed) {
    const flagId = ids.get(flagKey)
    const atMs = readIsoInstant(at) as number
    if (flagId !== undefined && (latest.get(flagId)?.atMs ?? Number.NEGATIVE_INFINITY) <= atMs) {
      latest.set(flagId, { commit, atMs, author })
    }
  }
  return [...latest].map(([flagId, removal]) => ({ flagId, repository, ...removal }))
}

type Naming = { repository: string; branch: string; isDefault: boolean; references: number }

/** Sorts default branches first, then by name. */
export const inReadingOrder = <Branch extends Naming>(branches: readonly Branch[]): Branch[] =>
  branches.toSorted(
    (a, b) =>
      Number(b.isDefault) - Number(a.isDefault) || compare(a.repository, b.repository) || compare(a.branch, b.branch),
  )

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/** Returns the part of each branch's references that a page shows. The cursor is the number of references before the page. */
export const pageSlices = <Branch extends Naming>(branches: readonly Branch[], { cursor = 0, limit }: Paging) => {
  const slices: { branch: Branch; from: number; to: number }[] = []
  let before = 0
  for (const branch of branches) {
    const from = Math.max(0, cursor - before)
    const to = Math.min(branch.references, cursor + limit - before)
    if (from < to) slices.push({ branch, from, to })
    before += branch.references
  }
  const hasMore = cursor + limit < before
  return { slices, hasMore, nextCursor: hasMore ? cursor + limit : null }
}
