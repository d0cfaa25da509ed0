import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import type { ListItem } from '../../features/flags/group-flags.ts'
import { classes } from '../../ui/classes.ts'
import { SelectAll } from '../../ui/controls/select-all.tsx'
import type { Layout } from './columns/lay-out.ts'
import { FollowWindow } from './later-dialogs.ts'
import { FlagRow, type RowActions } from './row/flag-row.tsx'
import { GroupRow } from './row/group-row.tsx'
import { type RowsInWindow, rowsAtTop } from './window/rows-in-window.ts'
import '../../features/flags/flag-rows.css'
import './table.css'
import './columns.css'
import './table-narrow.css'

/** The height of a row before it is measured: two lines, or three on narrow screens. */
const rowHeights = { wide: 52, narrow: 77, group: 36 }
/** The window width at which rows are stacked, approximately: the sidebar takes room, too. */
const narrow = matchMedia('(width <= 1035px)')

type FlagTableProps = RowActions & {
  projectId: string
  items: readonly ListItem[]
  layout: Layout
  /** The pending proposals, by flag id. */
  proposals: ReadonlyMap<string, readonly { id: string }[]>
  favourites: ReadonlySet<string> | undefined
  selected: ReadonlySet<string>
  /** How many of the shown flags are selected. */
  selection: 'none' | 'some' | 'all'
  onSelectAll(on: boolean): void
  onFold(groupId: string): void
  body: RefObject<HTMLTableSectionElement | null>
}

const none: readonly { id: string }[] = []

/** All flags in one table, of which only the rows near the viewport are rendered. */
export const FlagTable = ({ projectId, items, layout, proposals, body, ...props }: FlagTableProps) => {
  const { list, rows, follow } = useRows(items, body)
  const { onAskToggle, onArchive, onSelect, onFavourite } = props
  return (
    <div className="flags-room">
      <table
        className={classes(
          'flag-rows flags',
          layout.folded.length > 0 && 'folds',
          props.selection !== 'none' && 'selecting',
          hasOwners(items) && 'has-owners',
        )}
        aria-label="Flags"
        aria-rowcount={items.length + 1}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className="c-select">
              <SelectAll selection={props.selection} onSelectAll={props.onSelectAll} />
            </th>
            <th scope="col" className="c-bunting" style={{ width: layout.buntingWidth }}>
              <span className="sr-only">State in each environment</span>
            </th>
            <th scope="col" className="c-name">
              Flag
            </th>
            {layout.columns.map(({ name, label, className }) => (
              <th key={name} scope="col" className={className}>
                <bdi>{label}</bdi>
              </th>
            ))}
            <th scope="col" className="c-menu">
              <span className="sr-only">More</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          <Gap height={rows.before} />
          {items.slice(rows.from, rows.to).map((item, at) => {
            const index = rows.from + at
            if (item.kind === 'group')
              return <GroupRow key={item.id} group={item} index={index} onFold={props.onFold} measure={rows.measure} />
            return (
              <FlagRow
                key={item.id}
                projectId={projectId}
                flag={item.flag}
                layout={layout}
                proposals={proposals.get(item.flag.id) ?? none}
                isSelected={props.selected.has(item.flag.id)}
                isFavourite={props.favourites?.has(item.flag.key) ?? false}
                index={index}
                rests={!rows.isScrolling}
                onAskToggle={onAskToggle}
                onArchive={onArchive}
                onSelect={onSelect}
                onFavourite={onFavourite}
                measure={rows.measure}
              />
            )
          })}
          <Gap height={rows.after} />
        </tbody>
      </table>
      <FollowWindow {...list} onMove={follow} />
    </div>
  )
}

const hasOwners = (items: readonly ListItem[]): boolean =>
  items.some((item) => item.kind === 'flag' && item.flag.ownerId !== undefined)

const useRows = (items: readonly ListItem[], body: RefObject<HTMLTableSectionElement | null>) => {
  const [above, setAbove] = useState(0)
  // Measured at every render: the content above the rows may change its height.
  useLayoutEffect(() => {
    if (body.current) setAbove(Math.round(body.current.getBoundingClientRect().top + window.scrollY))
  })
  const heightOf = (index: number): number =>
    items[index]?.kind === 'group' ? rowHeights.group : narrow.matches ? rowHeights.narrow : rowHeights.wide
  const keyOf = useCallback((index: number) => items[index]?.id ?? index, [items])
  const [moved, setMoved] = useState<RowsInWindow>()
  const rows = moved ?? rowsAtTop({ count: items.length, heightOf })
  const follow = (change: (was: RowsInWindow) => RowsInWindow) => setMoved((was) => change(was ?? rows))
  return { list: { count: items.length, heightOf, keyOf, above }, rows, follow }
}

/** The space of rows that are not rendered. */
const Gap = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr className="gap" aria-hidden>
      <td style={{ height }} />
    </tr>
  ) : null
