import type { Contexts } from '../core/context.ts'
import { counted } from '../output/counted.ts'
import { green, rich } from '../output/rich.ts'
import { noteUnread } from './report/note-unread.ts'
import { findCommit, type Named, readRepository } from './repository/repository.ts'
import { compareWith } from './scan/compare.ts'
import { findRemovals, type Removal } from './scan/find-removals.ts'
import { type Opened, openScan, type ScanInput } from './scan/open-scan.ts'
import { findLast, upload } from './upload/upload.ts'

export type UploadInput = ScanInput & Named

/** Lists the tracked files that differ from HEAD. */
const listDifferent = ['diff', '--name-only', '--no-ext-diff', '--no-textconv', '--ignore-submodules', 'HEAD', '--']

/** Replaces the server's references of the checked-out branch. */
export const uploadReferences = async (context: Contexts['project'], input: UploadInput): Promise<'ok'> => {
  const { out, environment, project } = context
  if (input.lines && !project.codeLines) {
    out.note(rich`Note: ${project.slug} keeps no lines of code, so none are uploaded.`)
  }
  const lines = project.codeLines ? input.lines : 0
  const opened = await openScan(context, { ...input, lines }, (git) => readRepository(git, input, environment))
  const { git, scan, about: repository } = opened
  noteUnread(out, scan)
  if ((await git.find(listDifferent)) !== undefined) {
    out.note(rich`Note: Files differ from ${repository.commit.slice(0, 12)}, so line numbers may, too.`)
  }
  const last = await findLast(context, repository)
  const removed = await removalsSince(opened, last?.commit)
  for (const { flagKey, commit, at, author } of removed) {
    const by = author === undefined ? '' : ` by ${author}`
    out.note(rich`The last reference to ${flagKey} was removed in ${commit.slice(0, 12)}${by} on ${at.slice(0, 10)}.`)
  }
  const taken = await upload(context, repository, scan, removed)
  if (taken === undefined) return 'ok'
  const what = `${counted(taken.references, 'reference')} to ${counted(taken.flags, 'flag')}`
  out.show(taken, () =>
    out.note(rich`${green('Uploaded')} ${what} on ${repository.branch} of ${repository.repository}.`),
  )
  return 'ok'
}

/** Finds the commits that removed flags since the last upload, if the clone goes back that far. */
const removalsSince = async (opened: Opened<unknown>, last: string | undefined): Promise<Removal[]> => {
  const commit = last === undefined ? undefined : await findCommit(opened.git, last)
  if (commit === undefined) return []
  const { removed } = await compareWith(opened, commit)
  const lost = removed.map(({ flagKey }) => ({ flagKey, aliases: opened.aliasesOf(flagKey) }))
  return lost.length === 0 ? [] : findRemovals(opened.git, commit, lost, await opened.findExcluded(commit))
}
