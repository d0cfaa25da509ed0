import type { Contexts } from '../core/context.ts'
import { wrongUse } from '../core/failure.ts'
import { writeFile } from '../core/write-file.ts'
import type { Git } from '../git/git.ts'
import { makeCheck, passes } from './report/check.ts'
import { checkMarkdown } from './report/markdown.ts'
import { noteUnread } from './report/note-unread.ts'
import { printCheck } from './report/print-check.ts'
import { findCommit, findPermalink } from './repository/repository.ts'
import { compareWith } from './scan/compare.ts'
import { openScan, type ScanInput } from './scan/open-scan.ts'

export type CheckInput = ScanInput & {
  base: string | undefined
  markdown: string | undefined
  commit: string | undefined
  url: string | undefined
}

/** Checks for references to archived and unknown flags, and for changes since another branch. */
export const checkReferences = async (context: Contexts['project'], input: CheckInput): Promise<'ok' | 'refused'> => {
  const { out, environment } = context
  const opened = await openScan(context, { ...input, lines: 0 }, (git) => findBase(git, input.base))
  const { git, scan, about: base } = opened
  noteUnread(out, scan)
  const check = makeCheck(scan, base === undefined ? undefined : await compareWith(opened, base))
  if (input.markdown !== undefined) {
    const url = await findPermalink(git, input.url, environment.variable)
    const commit = await findCommit(git, input.commit ?? 'HEAD')
    writeFile(input.markdown, checkMarkdown(check, { url, commit }))
  }
  out.show(check, () => printCheck(out, check))
  return passes(check) ? 'ok' : 'refused'
}

/** Finds the commit at which this branch and another one parted, if another one is named. */
const findBase = async (git: Git, name: string | undefined): Promise<string | undefined> => {
  if (name === undefined) return undefined
  const base =
    (await findCommit(git, name)) ??
    wrongUse(
      `There is no commit ${name} in this clone.`,
      'CI often fetches one commit alone. Fetch the other branch, too: git fetch origin <branch>',
      'or check out the whole history (fetch-depth: 0 on GitHub, GIT_DEPTH: 0 on GitLab).',
    )
  // A shallow clone without that commit is compared with the other branch itself.
  return (await git.find(['merge-base', base, 'HEAD'])) ?? base
}
