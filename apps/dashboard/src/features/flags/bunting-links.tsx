import type { Environment } from '@bunting/contract'
import { isolate } from '@bunting/contract/text'
import { Link } from '@tanstack/react-router'
import type { FlagInList } from '../../api/flags.ts'
import { Bunting, maxPennants } from '../../ui/pennants/bunting.tsx'
import { pennantState } from '../../ui/pennants/pennant-state.ts'
import { sayState } from '../../ui/pennants/pennant-words.ts'

type BuntingLinksProps = { projectId: string; flag: FlagInList; environments: readonly Environment[] }

/**
 * A bunting in which each pennant opens the flag in its environment. Only for pointers: by keyboard, the flag is one step
 * away, and its environments are one more.
 */
export const BuntingLinks = ({ projectId, flag, environments }: BuntingLinksProps) => (
  <span className="bunting-links">
    <Bunting environments={environments} versions={flag.versions} archived={flag.archivedAt !== null} />
    <span aria-hidden>
      {environments.slice(0, maxPennants).map(({ id, name, slug }) => (
        <Link
          key={id}
          tabIndex={-1}
          to="/projects/$projectId/flags/$flagKey"
          params={{ projectId, flagKey: flag.key }}
          search={{ env: slug }}
          title={`${isolate(name)}: ${sayState(pennantState(flag.versions[id]?.config))}`}
        />
      ))}
    </span>
  </span>
)
