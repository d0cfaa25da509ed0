import { type CodeBranch, useCodeRemoval } from '../../../api/code-references.ts'
import { UploadHint } from '../../../features/code/upload-hint.tsx'
import { plural } from '../../../format/number.ts'
import { shortCommit } from '../../../format/short-commit.ts'
import { Empty } from '../../../ui/blank.tsx'
import { Time } from '../../../ui/time.tsx'

type NotInCodeProps = { projectId: string; flagKey: string; branches: readonly CodeBranch[] }

/** Shown if there are no references: either no code was scanned, or the scanned code does not name the flag. */
export const NotInCode = ({ projectId, flagKey, branches }: NotInCodeProps) => {
  const removed = useCodeRemoval(projectId, flagKey, branches.length > 0)
  if (branches.length === 0) {
    return (
      <>
        <Empty title="No code was scanned yet">
          Then this shows each line that names <code>{flagKey}</code>, and Clean up knows what can be taken out.
        </Empty>
        <UploadHint />
      </>
    )
  }
  const repositories = new Set(branches.map(({ repository }) => repository)).size
  return (
    <Empty title="No scanned code names it">
      {removed ? (
        <>
          The last line went from <bdi>{removed.repository}</bdi> with <code>{shortCommit(removed.commit)}</code>
          {removed.author !== undefined && (
            <>
              {' '}
              by <bdi>{removed.author}</bdi>
            </>
          )}
          , <Time at={removed.at} />.
        </>
      ) : (
        <>
          {plural(repositories, 'repository was', 'repositories were')} scanned for <code>{flagKey}</code>.
        </>
      )}
    </Empty>
  )
}
