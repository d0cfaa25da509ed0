import { useCodeBranches } from '../../api/code-references.ts'
import { useProject, useUpdateProject } from '../../api/projects.ts'
import { useBecause } from '../../api/session.ts'
import { UploadHint } from '../../features/code/upload-hint.tsx'
import { count } from '../../format/number.ts'
import { shortCommit } from '../../format/short-commit.ts'
import { Switch } from '../../ui/controls/switch.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'

/** Shows which code was scanned for flags, and whether lines of code are kept with their numbers. */
export const CodeSettings = ({ projectId }: { projectId: string }) => {
  const { codeLines = false } = useProject(projectId)
  const update = useUpdateProject(projectId)
  const because = useBecause('admin')
  const { items, error, refetch } = useCodeBranches(projectId)
  return (
    <section className="settings" aria-labelledby="settings-code">
      <h2 id="settings-code">Code</h2>
      <p>
        Where repositories name flags, as they were scanned last. A branch other than the default one is dropped 30 days
        after its last upload.
      </p>
      <div className="set">
        <span>Lines of code</span>
        <small>{codeLines ? 'kept, where an upload has them' : 'paths and numbers alone'}</small>
        <Switch
          label="Keep the lines of code that name a flag, not only where they are"
          checked={codeLines}
          onChange={(on) => update.mutate({ codeLines: on })}
          because={because}
        />
      </div>
      {error && !items && <Failed title="The repositories did not load" error={error} onRetry={() => void refetch()} />}
      {items?.length === 0 && <UploadHint />}
      {items && items.length > 0 && (
        <Table label="Scanned code" heads={['Repository', 'Branch', 'Commit', 'References']}>
          {items.map(({ repository, branch, commit, at, references, default: isDefault }) => (
            <tr key={`${repository} ${branch}`}>
              <td>
                <bdi>{repository}</bdi>
              </td>
              <td>
                <bdi>{branch}</bdi>
                {isDefault && <small className="text-ink-3"> default</small>}
              </td>
              <td>
                <Time at={at} /> <code title={commit}>{shortCommit(commit)}</code>
              </td>
              <td>{count(references)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}
