import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

type Rows<Row> = {
  rows: readonly Row[]
  keyOf(row: Row): string
  /** Until a row is measured, in pixels. */
  estimate(): number
  /** What they stand in, which scrolls with the window. */
  body: RefObject<HTMLElement | null>
}

const overscan = 8

/** Of many rows those near the window, and the space of the others before and after. */
export const useWindowRows = <Row>({ rows, keyOf, estimate, body }: Rows<Row>) => {
  const [above, setAbove] = useState(0)
  // Whatever stands above the rows may take more or fewer lines.
  useLayoutEffect(() => {
    if (body.current) setAbove(Math.round(body.current.getBoundingClientRect().top + window.scrollY))
  })
  const virtual = useWindowVirtualizer<HTMLElement>({
    count: rows.length,
    estimateSize: estimate,
    getItemKey: useCallback(
      (index: number) => {
        const row = rows[index]
        return row === undefined ? index : keyOf(row)
      },
      [rows, keyOf],
    ),
    overscan,
    scrollMargin: above,
  })
  const items = virtual.getVirtualItems()
  const isEmpty = items.length === 0
  return {
    items,
    measure: virtual.measureElement,
    before: isEmpty ? 0 : (items[0]?.start ?? 0) - virtual.options.scrollMargin,
    after: isEmpty ? 0 : virtual.getTotalSize() - (items.at(-1)?.end ?? 0) + virtual.options.scrollMargin,
  }
}
