import type { Environment } from '@bunting/contract'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { FlagInList } from '../../data/flags.ts'
import { buntingWidth } from '../../parts/bunting.tsx'
import { classes } from '../../parts/classes.ts'
import { FlagRow, type RowActions } from './flag-row.tsx'
import type { ListItem } from './group-flags.ts'
import { GroupRow } from './group-row.tsx'
import './table.css'
import './columns.css'
import './table-narrow.css'

/** A row as it is until it is measured: one line, or three where the window is narrow. */
const rowHeights = { wide: 40, narrow: 81, group: 36 }
const narrow = matchMedia('(width <= 1000px)')
const overscan = 8
/** Left and right in a cell. */
const cellPadding = 24

type FlagTableProps = RowActions & {
  projectId: string
  items: readonly ListItem[]
  environments: readonly Environment[]
  /** Those that wait for a review, by flag id. */
  proposals: ReadonlyMap<string, readonly { id: string }[]>
  favourites: ReadonlySet<string> | undefined
  selected: ReadonlySet<string>
  /** How many of those that are shown are selected. */
  selection: 'none' | 'some' | 'all'
  onSelectAll(on: boolean): void
  onFold(groupId: string): void
  body: RefObject<HTMLTableSectionElement | null>
}

const none: readonly { id: string }[] = []

/** All flags in one table, of which only those near the window are in the page. */
export const FlagTable = ({ projectId, items, environments, proposals, body, ...props }: FlagTableProps) => {
  const rows = useRows(items, body)
  const shown = rows.getVirtualItems()
  const before = (shown[0]?.start ?? 0) - rows.options.scrollMargin
  const after = rows.getTotalSize() - (shown.at(-1)?.end ?? 0) + rows.options.scrollMargin
  const { onAskTurn, onArchive, onSelect, onFavourite } = props
  return (
    <table
      className={classes(
        'flags',
        environments.length > 4 && 'many',
        props.selection !== 'none' && 'selecting',
        factClasses(items),
      )}
      aria-label="Flags"
      aria-rowcount={items.length + 1}
    >
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col" className="c-select">
            <SelectAll selection={props.selection} onSelectAll={props.onSelectAll} />
          </th>
          <th scope="col" className="c-bunting" style={{ width: buntingWidth(environments.length) + cellPadding }}>
            <span className="sr-only">State in each environment</span>
          </th>
          {heads.map(({ name, label, isSaid }) => (
            <th key={name} scope="col" className={`c-${name}`}>
              {isSaid ? <span className="sr-only">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        <Gap height={shown.length === 0 ? 0 : before} />
        {shown.map(({ index, key }) => {
          const item = items[index]
          if (!item) return null
          if (item.kind === 'group')
            return <GroupRow key={key} group={item} index={index} onFold={props.onFold} measure={rows.measureElement} />
          return (
            <FlagRow
              key={key}
              projectId={projectId}
              flag={item.flag}
              environments={environments}
              proposals={proposals.get(item.flag.id) ?? none}
              isSelected={props.selected.has(item.flag.id)}
              isFavourite={props.favourites?.has(item.flag.key) ?? false}
              index={index}
              rests={!rows.isScrolling}
              onAskTurn={onAskTurn}
              onArchive={onArchive}
              onSelect={onSelect}
              onFavourite={onFavourite}
              measure={rows.measureElement}
            />
          )
        })}
        <Gap height={shown.length === 0 ? 0 : after} />
      </tbody>
    </table>
  )
}

/** Which of them show is for the width of the window to say. */
const heads: readonly { name: string; label: string; isSaid?: true }[] = [
  { name: 'name', label: 'Flag' },
  { name: 'tags', label: 'Tags' },
  { name: 'owner', label: 'Owner' },
  { name: 'kind', label: 'Kind' },
  { name: 'type', label: 'Type' },
  { name: 'client', label: 'Client-safe' },
  { name: 'change', label: 'Last change' },
  { name: 'usage', label: 'Asked a day' },
  { name: 'asked', label: 'Last asked' },
  { name: 'hint', label: 'Hints', isSaid: true },
  { name: 'menu', label: 'More', isSaid: true },
]

/** A column that would be empty is none. */
const factClasses = (items: readonly ListItem[]): string => {
  const has = (test: (flag: FlagInList) => unknown) => items.some((item) => item.kind === 'flag' && test(item.flag))
  const found = classes(
    has(({ tags }) => tags) && 'has-tags',
    has(({ ownerId }) => ownerId) && 'has-owners',
    has(({ kind }) => kind) && 'has-kinds',
  )
  return found === '' ? '' : `has-facts ${found}`
}

type SelectAllProps = Pick<FlagTableProps, 'selection' | 'onSelectAll'>

const SelectAll = ({ selection, onSelectAll }: SelectAllProps) => {
  const box = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = selection === 'some'
  }, [selection])
  return (
    <label>
      <input
        ref={box}
        type="checkbox"
        aria-label="Select all that are shown"
        checked={selection === 'all'}
        onChange={({ target }) => onSelectAll(target.checked)}
      />
    </label>
  )
}

const useRows = (items: readonly ListItem[], body: RefObject<HTMLTableSectionElement | null>) => {
  const [above, setAbove] = useState(0)
  // Whatever stands above the rows may take more or fewer lines.
  useLayoutEffect(() => {
    if (body.current) setAbove(Math.round(body.current.getBoundingClientRect().top + window.scrollY))
  })
  return useWindowVirtualizer<HTMLTableRowElement>({
    count: items.length,
    estimateSize: (index) =>
      items[index]?.kind === 'group' ? rowHeights.group : narrow.matches ? rowHeights.narrow : rowHeights.wide,
    getItemKey: useCallback((index: number) => items[index]?.id ?? index, [items]),
    overscan,
    scrollMargin: above,
  })
}

/** The place of the rows that are not there. */
const Gap = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr className="gap" aria-hidden>
      <td style={{ height }} />
    </tr>
  ) : null
