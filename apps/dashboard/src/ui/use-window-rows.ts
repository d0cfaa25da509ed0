import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import { useListInWindow } from './use-list-in-window.ts'

type Rows<Row> = {
  rows: readonly Row[]
  keyOf(row: Row): string
  /** The height of a row before it is measured, in pixels. */
  estimate(): number
  /** The container of the rows, which scrolls with the window. */
  body: RefObject<HTMLElement | null>
}

const overscan = 8

/** The rows of a long list near the viewport, and the height of the space before and after them. */
export const useWindowRows = <Row>({ rows, keyOf, estimate, body }: Rows<Row>) => {
  const [above, setAbove] = useState(0)
  // Measured at every render: the content above the rows may change its height.
  useLayoutEffect(() => {
    if (body.current) setAbove(Math.round(body.current.getBoundingClientRect().top + window.scrollY))
  })
  const virtual = useListInWindow({
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
