import { observeWindowOffset, useWindowVirtualizer, windowScroll } from '@tanstack/react-virtual'

type ListOptions = {
  count: number
  /** The height of a row before it is measured, in pixels. */
  estimateSize(index: number): number
  getItemKey(index: number): string | number
  /** The height of the page above the rows. */
  scrollMargin: number
  /** The rows that are rendered beyond the viewport, at each end. */
  overscan: number
}

/** Whether the browser itself keeps the rows in view in place when those above get another height than estimated. */
const anchorsScroll = CSS.supports('overflow-anchor', 'auto')

type WindowOptions = Parameters<typeof useWindowVirtualizer<HTMLElement>>[0]

/** The position of the window is told at once, too: a scroll under way may have moved it since the list was rendered. */
const observeElementOffset: WindowOptions['observeElementOffset'] = (list, tell) => {
  const stop = observeWindowOffset(list, tell)
  tell(window.scrollY, false)
  return stop
}

/** The first write is to where the window is. It would end a scroll under way, such as after the key End. */
const scrollToFn: WindowOptions['scrollToFn'] = (offset, options, list) => {
  if (offset + (options.adjustments ?? 0) !== window.scrollY) windowScroll(offset, options, list)
}

/** The part of a long list that is near the viewport, as the window scrolls. */
export const useListInWindow = (options: ListOptions) => {
  const list = useWindowVirtualizer<HTMLElement>({ ...options, observeElementOffset, scrollToFn })
  if (anchorsScroll) list.shouldAdjustScrollPositionOnItemSizeChange = () => false
  return list
}
