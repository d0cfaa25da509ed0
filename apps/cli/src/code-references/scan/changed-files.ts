import type { Git } from '../../git/git.ts'
import { entriesOf, fileAt, type TrackedFile } from '../git/tracked-files.ts'

/** A file that differs from a commit; `was` is the id of its old content, undefined if it was not a regular file. */
export type ChangedFile = { file: TrackedFile; isThere: boolean; was: string | undefined }

const isFile = (mode: string): boolean => mode.startsWith('100')

/** Lists the tracked files that differ from a commit. A renamed file counts as one deleted and one added file. */
export const listChanged = async (git: Git, commit: string): Promise<ChangedFile[]> => {
  const listed = entriesOf(
    await git.run(['diff-index', '-z', '--raw', '--no-abbrev', '--no-renames', '--ignore-submodules', commit, '--']),
  )
  const files: ChangedFile[] = []
  for (let at = 0; at + 1 < listed.length; at += 2) {
    // `:100644 100644 <old id> <new id> M`, and then the path.
    const [oldMode = '', newMode = '', oldId = ''] = (listed[at] ?? '').slice(1).split(' ')
    const file = fileAt(listed[at + 1] ?? '')
    files.push({ file, isThere: isFile(newMode), was: isFile(oldMode) ? oldId : undefined })
  }
  return files
}
