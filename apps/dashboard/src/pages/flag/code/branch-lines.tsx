import { GitBranch } from 'lucide-react'
import { useId } from 'react'
import type { CodeBranch, CodeReference } from '../../../api/code-references.ts'
import { plural } from '../../../format/number.ts'
import { shortCommit } from '../../../format/short-commit.ts'
import { Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import type { BranchReferences } from './group-references.ts'

type BranchLinesProps = {
  group: BranchReferences
  /** Whether more of its lines can be loaded. */
  isCut: boolean
  /** The branch itself; undefined if it was just deleted. */
  scanned: CodeBranch | undefined
}

/** The lines of a branch that name a flag. */
export const BranchLines = ({ group: { repository, branch, commit, lines }, isCut, scanned }: BranchLinesProps) => {
  const heading = useId()
  return (
    <section className="branch-lines" aria-labelledby={heading}>
      <h2 id={heading}>
        <bdi>{repository}</bdi>
      </h2>
      <p className="scanned">
        <GitBranch size={14} strokeWidth={1.5} aria-hidden />
        <bdi>{branch}</bdi>
        {scanned && !scanned.default && <Tag kind="line">not the default branch</Tag>}
        <span>
          at <code>{shortCommit(commit)}</code>
          {scanned && (
            <>
              , <Time at={scanned.at} />
            </>
          )}
        </span>
        <span className="n">
          {isCut && 'the first '}
          {plural(lines.length, 'line')}
        </span>
      </p>
      <ol aria-label={`Lines of ${repository}, ${branch}`}>
        {lines.map((line, at) => (
          <li key={`${line.path} ${line.line} ${at}`}>
            <Place reference={line} />
            {line.alias !== undefined && (
              <span className="as">
                as <code>{line.alias}</code>
              </span>
            )}
            {line.text !== undefined && <pre>{line.text.trim()}</pre>}
          </li>
        ))}
      </ol>
    </section>
  )
}

const Place = ({ reference: { path, line, url } }: { reference: CodeReference }) => {
  const text = `${path}:${line}`
  if (url === undefined) return <code>{text}</code>
  return (
    <a className="link" href={url} target="_blank" rel="noreferrer noopener">
      <code>{text}</code>
    </a>
  )
}
