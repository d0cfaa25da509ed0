import type { Environment } from '@bunting/contract'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import type { FlagInList } from '../../data/flags.ts'
import { buntingWidth } from '../../parts/bunting.tsx'
import { classes } from '../../parts/classes.ts'
import { FlagRow } from './flag-row.tsx'
import type { Turn } from './use-turn.tsx'

/** A row as it is until it is measured: one line, or three where the window is narrow. */
const rowHeights = { wide: 40, narrow: 81 }
const narrow = matchMedia('(width <= 1000px)')
const overscan = 8
const columns = 8
/** Left and right in a cell. */
const cellPadding = 24

type FlagTableProps = {
  projectId: string
  flags: readonly FlagInList[]
  environments: readonly Environment[]
  /** Those that wait for a review, by flag id. */
  proposals: ReadonlyMap<string, readonly { id: string }[]>
  body: RefObject<HTMLTableSectionElement | null>
  onTurn(turn: Turn): void
  onArchive(flag: FlagInList): void
}

const none: readonly { id: string }[] = []

/** All flags in one table, of which only those near the window are in the page. */
export const FlagTable = ({ projectId, flags, environments, proposals, body, ...props }: FlagTableProps) => {
  const rows = useRows(flags, body)
  const items = rows.getVirtualItems()
  const before = (items[0]?.start ?? 0) - rows.options.scrollMargin
  const after = rows.getTotalSize() - (items.at(-1)?.end ?? 0) + rows.options.scrollMargin
  return (
    <table
      className={classes('flags', environments.length > 4 && 'many')}
      aria-label="Flags"
      aria-rowcount={flags.length + 1}
    >
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col" className="c-bunting" style={{ width: buntingWidth(environments.length) + cellPadding }}>
            <span className="sr-only">State in each environment</span>
          </th>
          <th scope="col" className="c-name">
            Flag
          </th>
          <th scope="col" className="c-type">
            Type
          </th>
          <th scope="col" className="c-client">
            Client-safe
          </th>
          <th scope="col" className="c-change">
            Last change
          </th>
          <th scope="col" className="c-usage">
            Asked a day
          </th>
          <th scope="col" className="c-hint">
            <span className="sr-only">Hints</span>
          </th>
          <th scope="col" className="c-menu">
            <span className="sr-only">More</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        <Gap height={items.length === 0 ? 0 : before} />
        {items.map(({ index, key }) => {
          const flag = flags[index]
          return (
            flag && (
              <FlagRow
                key={key}
                projectId={projectId}
                flag={flag}
                environments={environments}
                proposals={proposals.get(flag.id) ?? none}
                index={index}
                rests={!rows.isScrolling}
                onTurn={props.onTurn}
                onArchive={props.onArchive}
                measure={rows.measureElement}
              />
            )
          )
        })}
        <Gap height={items.length === 0 ? 0 : after} />
      </tbody>
    </table>
  )
}

const useRows = (flags: readonly FlagInList[], body: RefObject<HTMLTableSectionElement | null>) => {
  const [above, setAbove] = useState(0)
  // Whatever stands above the rows may take more or fewer lines.
  useLayoutEffect(() => {
    if (body.current) setAbove(Math.round(body.current.getBoundingClientRect().top + window.scrollY))
  })
  return useWindowVirtualizer<HTMLTableRowElement>({
    count: flags.length,
    estimateSize: () => (narrow.matches ? rowHeights.narrow : rowHeights.wide),
    getItemKey: useCallback((index: number) => flags[index]?.id ?? index, [flags]),
    overscan,
    scrollMargin: above,
  })
}

/** The place of the rows that are not there. */
const Gap = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr className="gap" aria-hidden>
      <td colSpan={columns} style={{ height }} />
    </tr>
  ) : null
