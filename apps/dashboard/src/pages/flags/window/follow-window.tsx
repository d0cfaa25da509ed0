import { useLayoutEffect } from 'react'
import { useListInWindow } from '../../../ui/use-list-in-window.ts'
import { type ListInWindow, overscan, type RowsInWindow } from './rows-in-window.ts'

type FollowWindowProps = ListInWindow & { onMove(change: (was: RowsInWindow) => RowsInWindow): void }

/** Tells which rows are near the viewport as the window scrolls. It renders nothing: the table stays the same element. */
export const FollowWindow = ({ count, heightOf, keyOf, above, onMove }: FollowWindowProps) => {
  const rows = useListInWindow({
    count,
    estimateSize: heightOf,
    getItemKey: keyOf,
    overscan,
    scrollMargin: above,
  })
  const items = rows.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  const now: RowsInWindow = {
    from: first?.index ?? 0,
    to: (last?.index ?? -1) + 1,
    before: first ? first.start - above : 0,
    after: last ? rows.getTotalSize() - last.end + above : 0,
    isScrolling: rows.isScrolling,
    measure: rows.measureElement,
  }
  useLayoutEffect(() => {
    // At the first render the window is not measured yet: the rows that are there stay, or they would be mounted anew.
    if (first || count === 0) onMove((was) => (isSame(was, now) ? was : now))
  })
  return null
}

const isSame = (one: RowsInWindow, other: RowsInWindow): boolean =>
  (Object.keys(one) as (keyof RowsInWindow)[]).every((name) => one[name] === other[name])
