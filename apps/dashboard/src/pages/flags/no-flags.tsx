import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { FlagInList } from '../../api/flags.ts'
import { useBecause } from '../../api/session.ts'
import type { FlagsSearch } from '../../features/flags/flags-search.ts'
import { plural } from '../../format/number.ts'
import { Empty } from '../../ui/blank.tsx'
import { Button, buttonClass } from '../../ui/controls/button.tsx'

/** Shown in a new project without flags. */
export const NoFlags = ({ projectId, onNew }: { projectId: string; onNew(): void }) => {
  const because = useBecause('editor')
  return (
    <Empty
      title="No flags here yet"
      actions={
        <>
          <Button kind="primary" because={because} onClick={onNew}>
            <Plus size={16} strokeWidth={1.5} aria-hidden />
            New flag
          </Button>
          <Link to="/projects/$projectId/start" params={{ projectId }} className={buttonClass({})}>
            Get started
          </Link>
        </>
      }
    >
      A flag is a named answer your code asks for. Make one, then ask for it with curl.
    </Empty>
  )
}

type NoMatchProps = {
  search: FlagsSearch
  /** The flags that the same filters find among the others: archived ones if active ones are shown, and vice versa. */
  others: readonly FlagInList[]
  onClear(): void
  onOthers(): void
}

/** Shown if no flag matches the filters. */
export const NoMatch = ({ search, others, onClear, onOthers }: NoMatchProps) => {
  const otherKind = search.show === 'archived' ? 'active' : 'archived'
  return (
    <Empty
      title={search.q === undefined ? 'No flag fits these filters' : `No flag matches “${search.q}”`}
      actions={
        <>
          <Button onClick={onClear}>Clear filters</Button>
          {others.length > 0 && search.show !== 'all' && (
            <Button onClick={onOthers}>{otherKind === 'archived' ? 'Look in archived' : 'Look in active'}</Button>
          )}
        </>
      }
    >
      {others.length > 0
        ? `${plural(others.length, `${otherKind} flag does`, `${otherKind} flags do`)}.`
        : search.show === 'all'
          ? 'Archived ones were looked through as well.'
          : `No ${otherKind} one does either.`}
    </Empty>
  )
}
