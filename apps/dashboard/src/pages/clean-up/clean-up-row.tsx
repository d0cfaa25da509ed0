import type { Environment } from '@bunting/contract'
import { Link } from '@tanstack/react-router'
import type { ChangeEvent } from 'react'
import { useFlagSummary } from '../../api/flag-summaries.ts'
import type { FlagInList } from '../../api/flags.ts'
import type { CleanupFlag } from '../../api/health.ts'
import { BuntingLinks } from '../../features/flags/bunting-links.tsx'
import { InCode } from '../../features/flags/in-code.tsx'
import { LastAsked } from '../../features/flags/last-asked.tsx'
import { classes } from '../../ui/classes.ts'
import { MoreMenu } from './more-menu.tsx'
import { reasons } from './say-finding.tsx'
import { TodoLink } from './todo-link.tsx'
import type { Todo } from './what-to-do.ts'

export type RowProps = {
  projectId: string
  environments: readonly Environment[]
  nameOf(id: string): string
  userId: string
  /** Why the caller may not change anything, if so. */
  because: string | undefined
  onOwn(found: CleanupFlag): void
  onDo(todo: Todo, flag: FlagInList): void
  onSelect(flagId: string, on: boolean, isRange: boolean): void
}

type CleanUpRowProps = RowProps & {
  found: CleanupFlag
  /** The flag itself, once the list of flags is loaded. */
  flag: FlagInList | undefined
  index: number
  isSelected: boolean
}

/** A flag that needs attention: the reason, what to do, and the facts to know first. */
export const CleanUpRow = ({ projectId, found, flag, index, isSelected, because, ...row }: CleanUpRowProps) => {
  const summary = useFlagSummary(projectId, found.key, true)
  const [first, ...others] = found.findings
  const owner = flag?.ownerId === undefined ? undefined : row.nameOf(flag.ownerId)
  const isNeverAsked = found.findings.some(({ reason }) => reason === 'never_evaluated')
  const select = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) =>
    flag && row.onSelect(flag.id, target.checked, (nativeEvent as MouseEvent).shiftKey)
  const Icon = first && reasons[first.reason].icon
  return (
    <tr data-index={index} data-flag={flag?.id} className={classes(isSelected && 'selected')}>
      <td className="c-select">
        <label>
          <input
            type="checkbox"
            aria-label={`Select ${found.name}`}
            disabled={!flag}
            checked={isSelected}
            onChange={select}
          />
        </label>
      </td>
      <td className="c-bunting">
        {flag && <BuntingLinks projectId={projectId} flag={flag} environments={row.environments} />}
      </td>
      <td className="c-name">
        <span className="name">
          <Link to="/projects/$projectId/flags/$flagKey" params={{ projectId, flagKey: found.key }}>
            <bdi>{found.name}</bdi>
          </Link>
        </span>
        <span className="under">
          <code>{found.key}</code>
          {flag && <span className="owner">{owner ?? 'nobody’s'}</span>}
        </span>
      </td>
      <td className="c-why">
        {first && Icon && (
          <span className="why">
            <Icon size={14} strokeWidth={1.5} aria-hidden />
            <span>
              {reasons[first.reason].says(first, { flag: found, nameOf: row.nameOf })}
              {others.map(({ reason }) => `, ${reasons[reason].also}`)}
            </span>
          </span>
        )}
        <TodoLink projectId={projectId} flag={found} because={because} onDo={(todo) => flag && row.onDo(todo, flag)} />
      </td>
      <td className="c-owner">{flag && (owner ?? <span className="text-ink-3">nobody</span>)}</td>
      <td className="c-code">
        <InCode {...found} />
      </td>
      <td className="c-last">
        {isNeverAsked && !summary?.lastEvaluatedAt ? (
          <span className="text-ink-3">never</span>
        ) : (
          summary && <LastAsked {...summary} />
        )}
      </td>
      <td className="c-more">
        <MoreMenu
          projectId={projectId}
          flag={found}
          because={because}
          isMine={flag?.ownerId === row.userId}
          onOwn={() => row.onOwn(found)}
          onDo={(todo) => flag && row.onDo(todo, flag)}
        />
      </td>
    </tr>
  )
}
