import type { Page } from 'playwright-core'

/** Lists the controls that overlap and those that stick out of the window, one per line; a test expects none. */
export const findOverlaps = (page: Page, within = 'body'): Promise<string[]> =>
  page.evaluate((root) => {
    type Box = { left: number; right: number; top: number; bottom: number }
    const nameOf = (one: Element): string =>
      `${one.tagName.toLowerCase()}.${one.className} “${(one.getAttribute('aria-label') ?? one.textContent ?? '').slice(0, 40)}”`
    const meet = (a: Box, b: Box): Box => ({
      left: Math.max(a.left, b.left),
      right: Math.min(a.right, b.right),
      top: Math.max(a.top, b.top),
      bottom: Math.min(a.bottom, b.bottom),
    })
    // Overlaps of less than a pixel are rounding.
    const hasArea = ({ left, right, top, bottom }: Box): boolean => right - left > 1 && bottom - top > 1
    const ancestors = (one: Element): Element[] =>
      one.parentElement ? [one.parentElement, ...ancestors(one.parentElement)] : []
    const clips = (one: Element): boolean => getComputedStyle(one).overflowX !== 'visible'
    /** The visible part of an element: scrolling and clipping ancestors hide the rest. */
    const seen = (one: Element): Box =>
      ancestors(one)
        .filter(clips)
        .reduce((box, around) => meet(box, around.getBoundingClientRect()), one.getBoundingClientRect() as Box)

    const shown = [...document.querySelectorAll(`${root} *`)].filter(
      (one) => one.checkVisibility() && !one.closest('svg *, .sr-only, .skip, [aria-hidden=true]'),
    )
    const controls = shown
      .filter((one) => one.matches('a[href], button, input, select, textarea, summary, [role=switch]'))
      .map((one) => ({ one, box: seen(one) }))
      .filter(({ box }) => hasArea(box))
    const overlaps = controls.flatMap((a, at) =>
      controls
        .slice(at + 1)
        .filter((b) => !a.one.contains(b.one) && !b.one.contains(a.one) && hasArea(meet(a.box, b.box)))
        .map((b) => `${nameOf(a.one)} lies on ${nameOf(b.one)}`),
    )
    const outside = shown
      .filter((one) => {
        const { left, right, width } = one.getBoundingClientRect()
        return width > 0 && (left < -1 || right > innerWidth + 1) && !ancestors(one).some(clips)
      })
      .map((one) => `${nameOf(one)} sticks out of the window`)
    return [...overlaps, ...outside]
  }, within)
