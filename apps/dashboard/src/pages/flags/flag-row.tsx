import type { Environment } from '@bunting/contract'
import { Link } from '@tanstack/react-router'
import { type ChangeEvent, memo, type Ref } from 'react'
import { useActors } from '../../data/actors.ts'
import { type FlagSummary, useFlagSummary } from '../../data/flag-summaries.ts'
import type { FlagInList } from '../../data/flags.ts'
import { kindWords } from '../../format/flag-kinds.ts'
import { count, plural, short } from '../../format/number.ts'
import { classes } from '../../parts/classes.ts'
import { LastAsked } from '../../parts/last-asked.tsx'
import { Sparkline } from '../../parts/sparkline.tsx'
import { Time } from '../../parts/time.tsx'
import { Hints } from './hints.tsx'
import { RowMenu } from './row-menu.tsx'
import { RowState } from './row-state.tsx'
import { Star } from './star.tsx'
import type { Turn } from './use-turn.tsx'

/** What can be done with a row. Each is the same for every render, or every row would be rendered with each. */
export type RowActions = {
  /** Where a flag is not turned at once. */
  onAskTurn(turn: Turn): void
  onArchive(flag: FlagInList): void
  onSelect(flagId: string, on: boolean, isRange: boolean): void
  onFavourite(change: { flagKey: string; favourite: boolean }): void
}

type FlagRowProps = RowActions & {
  projectId: string
  flag: FlagInList
  environments: readonly Environment[]
  proposals: readonly { id: string }[]
  isSelected: boolean
  isFavourite: boolean
  /** Its place in the list, of which only a part is in the page. */
  index: number
  /** Rows that fly by ask for nothing. */
  rests: boolean
  measure: Ref<HTMLTableRowElement>
}

export const FlagRow = memo(({ projectId, flag, environments, proposals, index, rests, ...row }: FlagRowProps) => {
  const summary = useFlagSummary(projectId, flag.key, rests)
  const select = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) =>
    row.onSelect(flag.id, target.checked, (nativeEvent as MouseEvent).shiftKey)
  const setFavourite = (favourite: boolean) => row.onFavourite({ flagKey: flag.key, favourite })
  return (
    <tr
      ref={row.measure}
      data-index={index}
      data-flag={flag.id}
      aria-rowindex={index + 2}
      className={classes(row.isSelected && 'selected')}
    >
      <td className="c-select">
        <label>
          <input type="checkbox" aria-label={`Select ${flag.name}`} checked={row.isSelected} onChange={select} />
        </label>
      </td>
      <td className="c-bunting">
        <RowState projectId={projectId} flag={flag} environments={environments} onAskTurn={row.onAskTurn} />
      </td>
      <td className="c-name">
        <span className="name">
          <Link to="/projects/$projectId/flags/$flagKey" params={{ projectId, flagKey: flag.key }}>
            <bdi>{flag.name}</bdi>
          </Link>
        </span>
        <span className="under">
          <code className="key">{flag.key}</code>
          <Tags tags={flag.tags} />
        </span>
      </td>
      <td className="c-tags">
        <Tags tags={flag.tags} />
      </td>
      <td className="c-owner">{flag.ownerId !== undefined && <Owner id={flag.ownerId} />}</td>
      <td className="c-kind">{flag.kind && kindWords[flag.kind].label}</td>
      <td className="c-type">
        {flag.type} <Variants flag={flag} />
      </td>
      <td className="c-client">{flag.clientSafe ? 'Yes' : <span className="text-ink-3">No</span>}</td>
      <td className="c-change">{summary && <LastChange {...summary.lastChange} />}</td>
      <td className="c-usage">{summary && <Asked evaluations={summary.evaluations} />}</td>
      <td className="c-asked">{summary && <LastAsked {...summary} />}</td>
      <td className="c-hint">
        <Hints projectId={projectId} flag={flag} proposals={proposals} stale={summary?.stale} />
      </td>
      <td className="c-menu">
        <Star flag={flag} isFavourite={row.isFavourite} onChange={setFavourite} />
        <RowMenu
          projectId={projectId}
          flag={flag}
          onArchive={row.onArchive}
          isFavourite={row.isFavourite}
          onFavourite={setFavourite}
          isSelected={row.isSelected}
          onSelect={row.onSelect}
        />
      </td>
    </tr>
  )
})

const Tags = ({ tags = [] }: { tags?: readonly string[] | undefined }) =>
  tags.length === 0 ? null : (
    <span className="tags" title={tags.join(', ')}>
      {tags.map((tag) => (
        <bdi key={tag}>{tag}</bdi>
      ))}
    </span>
  )

/** Left out until it is known: an id says nothing to a person. */
const Owner = ({ id }: { id: string }) => {
  const { name, isAwaited } = useActors([id])(id)
  return isAwaited ? null : <span dir="auto">{name}</span>
}

const Variants = ({ flag }: { flag: FlagInList }) => {
  const max = Math.max(0, ...Object.values(flag.versions).map(({ config }) => config.variants?.length ?? 0))
  if (max === 0) return null
  return (
    <span className="text-ink-3" title={plural(max, 'variant')}>
      · {max}
      <span className="sr-only"> {max === 1 ? 'variant' : 'variants'}</span>
    </span>
  )
}

/** Who did it is left out until it is known: an id says nothing to a person. */
const LastChange = ({ actorId, at }: FlagSummary['lastChange']) => {
  const { id, name, isAwaited } = useActors([actorId])(actorId)
  const isNamed = !isAwaited && (name !== id || !/^(user|key)_/.test(id))
  return (
    <div className="change">
      {isNamed && (
        <span className="who" dir="auto">
          {name}
        </span>
      )}
      <span className="when">
        {isNamed && ', '}
        <Time at={at} />
      </span>
    </div>
  )
}

/** Today is not counted yet: figures are made at night. */
const Asked = ({ evaluations }: Pick<FlagSummary, 'evaluations'>) => {
  const days = evaluations.slice(0, -1)
  const total = days.reduce((sum, day) => sum + day, 0)
  return (
    <div className="usage-cell" title={`${count(days.at(-1) ?? 0)} yesterday, ${count(total)} in ${days.length} days`}>
      <Sparkline days={days} />
      <span className="n">{short(days.at(-1) ?? 0)}</span>
    </div>
  )
}
