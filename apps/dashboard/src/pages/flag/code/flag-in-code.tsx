import { useCodeBranches, useCodeReferences } from '../../../api/code-references.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { BranchLines } from './branch-lines.tsx'
import { groupReferences } from './group-references.ts'
import { NotInCode } from './not-in-code.tsx'
import './flag-in-code.css'

type FlagInCodeProps = { projectId: string; flagKey: string }

/** Shows the references to a flag that scans of repositories found. */
export const FlagInCode = ({ projectId, flagKey }: FlagInCodeProps) => {
  const branches = useCodeBranches(projectId)
  const references = useCodeReferences(projectId, flagKey)
  const { items, hasNextPage, isFetchingNextPage, fetchNextPage } = references
  const failed = branches.items ? references : branches
  if (failed.error && !(branches.items && items)) {
    return (
      <Failed title="Where it is in code did not load" error={failed.error} onRetry={() => void failed.refetch()} />
    )
  }
  if (!branches.items || !items) return null
  if (items.length === 0) return <NotInCode projectId={projectId} flagKey={flagKey} branches={branches.items} />
  const groups = groupReferences(items)
  return (
    <div className="in-code">
      {groups.map((group) => (
        <BranchLines
          key={`${group.repository} ${group.branch}`}
          group={group}
          isCut={hasNextPage && group === groups.at(-1)}
          scanned={branches.items?.find(
            ({ repository, branch }) => repository === group.repository && branch === group.branch,
          )}
        />
      ))}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={fetchNextPage}>
          Show more lines
        </Button>
      )}
    </div>
  )
}
