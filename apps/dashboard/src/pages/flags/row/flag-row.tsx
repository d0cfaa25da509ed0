import { Link } from '@tanstack/react-router'
import { type ChangeEvent, memo, type Ref } from 'react'
import { useFlagSummary } from '../../../api/flag-summaries.ts'
import type { FlagInList } from '../../../api/flags.ts'
import type { Toggle } from '../../../features/flag-switch/use-toggle.tsx'
import { Star } from '../../../features/flags/star.tsx'
import { classes } from '../../../ui/classes.ts'
import { cells } from '../columns/cells.tsx'
import type { Layout } from '../columns/lay-out.ts'
import { Fold } from '../fold/fold.tsx'
import { RowMenu } from './row-menu.tsx'
import { RowState } from './row-state.tsx'
import { SecondLine } from './second-line.tsx'

/** The actions on a row. Each must be a stable function, or every row would render again. */
export type RowActions = {
  /** Called if a toggle needs a confirmation or a proposal. */
  onAskToggle(toggle: Toggle): void
  onArchive(flag: FlagInList): void
  onSelect(flagId: string, on: boolean, isRange: boolean): void
  onFavourite(change: { flagKey: string; favourite: boolean }): void
}

type FlagRowProps = RowActions & {
  projectId: string
  flag: FlagInList
  layout: Layout
  proposals: readonly { id: string }[]
  isSelected: boolean
  isFavourite: boolean
  /** The index in the whole list, of which only a part is rendered. */
  index: number
  /** The list is not scrolling: rows that fly by load nothing. */
  rests: boolean
  measure: Ref<HTMLTableRowElement> | undefined
}

export const FlagRow = memo(({ projectId, flag, layout, proposals, index, rests, ...row }: FlagRowProps) => {
  const [production] = layout.inView
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
        <div className={layout.strungClass}>
          <RowState projectId={projectId} flag={flag} layout={layout} onAskToggle={row.onAskToggle} />
          <Fold projectId={projectId} flag={flag} layout={layout} />
        </div>
      </td>
      <td className="c-name">
        <span className="name">
          <Link to="/projects/$projectId/flags/$flagKey" params={{ projectId, flagKey: flag.key }}>
            <bdi>{flag.name}</bdi>
          </Link>
        </span>
        <SecondLine flag={flag} parts={layout.line} />
      </td>
      {layout.columns.map(({ name, className }) => (
        <td key={name} className={className}>
          {cells[name]({ projectId, flag, production, proposals, summary, barsClass: layout.barsClass })}
        </td>
      ))}
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
