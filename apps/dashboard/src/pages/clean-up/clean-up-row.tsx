import { Link } from '@tanstack/react-router'
import type { CleanupFlag } from '../../data/health.ts'
import { Button } from '../../parts/button.tsx'
import { Time } from '../../parts/time.tsx'
import { reasons } from './say-finding.tsx'

type CleanUpRowProps = {
  projectId: string
  flag: CleanupFlag
  nameOf(id: string): string
  /** Why the caller may change nothing, if so. */
  because: string | undefined
  onOwn(): void
  onArchive(): void
}

/** A flag that needs attention, what speaks for it, and what can be done. */
export const CleanUpRow = ({ projectId, flag, nameOf, because, onOwn, onArchive }: CleanUpRowProps) => (
  <li className="clean-up-row">
    <div className="name">
      <Link
        className="link"
        to="/projects/$projectId/flags/$flagKey"
        params={{ projectId, flagKey: flag.key }}
        dir="auto"
      >
        {flag.name}
      </Link>
      <code>{flag.key}</code>
      <span className="made">
        made <Time at={flag.createdAt} />
      </span>
    </div>
    <ul className="findings">
      {flag.findings.map((finding) => (
        <li key={finding.reason}>{reasons[finding.reason].says(finding, nameOf)}</li>
      ))}
    </ul>
    <div className="actions">
      {flag.findings.some(({ reason }) => reason === 'no_owner') && (
        <Button size="sm" because={because} onClick={onOwn} aria-label={`Own ${flag.name}`}>
          Own
        </Button>
      )}
      <Button size="sm" because={because} onClick={onArchive} aria-label={`Archive ${flag.name}`}>
        Archive
      </Button>
    </div>
  </li>
)
