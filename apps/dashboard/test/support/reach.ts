import type { Page } from 'playwright-core'
import { waitUntilDrawn } from './quiet.ts'

/** The number of times a page is checked again: a dialog that opens receives the mouse a moment after it is drawn. */
const often = 10

/**
 * Lists controls that keys reach but the mouse does not, because something covers them, one per line; a test expects
 * none. `fill` and `focus` never notice that. Checks only the overlays, if there are any.
 */
export const findCovered = async (page: Page): Promise<string[]> => {
  let found = await coveredNow(page)
  for (let look = 0; look < often && found.length > 0; look++) {
    await waitUntilDrawn(page)
    found = await coveredNow(page)
  }
  return found
}

const coveredNow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    type Box = { left: number; right: number; top: number; bottom: number }
    const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])'
    // Elements of a single pixel are only for screen readers.
    const isSeen = (one: Element): boolean =>
      one.checkVisibility({ visibilityProperty: true }) &&
      !one.matches(':disabled, .skip') &&
      !one.closest('[inert], [aria-hidden=true]') &&
      Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height) > 1
    const nameOf = (one: Element | null): string =>
      one === null
        ? 'nothing'
        : `${one.tagName.toLowerCase()}.${one.className} “${(one.getAttribute('aria-label') ?? one.textContent ?? '').slice(0, 40)}”`
    const ancestors = (one: Element): Element[] =>
      one.parentElement ? [one.parentElement, ...ancestors(one.parentElement)] : []
    const meet = (a: Box, b: Box): Box => ({
      left: Math.max(a.left, b.left),
      right: Math.min(a.right, b.right),
      top: Math.max(a.top, b.top),
      bottom: Math.min(a.bottom, b.bottom),
    })
    /** The visible part of an element: clipping ancestors and the window hide the rest. A link may span two lines. */
    const seen = (one: Element): Box =>
      ancestors(one)
        .filter((around) => getComputedStyle(around).overflowX !== 'visible')
        .map((around) => around.getBoundingClientRect())
        .reduce<Box>(
          meet,
          meet(one.getClientRects()[0] as Box, { left: 0, right: innerWidth, top: 0, bottom: innerHeight }),
        )
    const isBar = (one: Element): boolean => /sticky|fixed/.test(getComputedStyle(one).position)
    /** Pressing a label presses its control; a sticky bar does not count, since one can scroll. */
    const isPressed = (one: Element, on: Element | null): boolean =>
      on !== null &&
      (one.contains(on) ||
        on.closest('label')?.control === one ||
        [on, ...ancestors(on)].some((around) => isBar(around) && !around.contains(one)))

    const overlays = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')]
    const roots = overlays.length > 0 ? overlays : [document.body]
    const scrolled = [...document.querySelectorAll('*')].filter((one) => one.scrollTop !== 0 || one.scrollLeft !== 0)
    const places = scrolled.map((one) => ({ one, top: one.scrollTop, left: one.scrollLeft }))
    const found = roots
      .flatMap((root) => [...root.querySelectorAll(focusable)])
      .filter(isSeen)
      .flatMap((one) => {
        one.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
        const { left, right, top, bottom } = seen(one)
        const at = (x: number, y: number) =>
          document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)
        const over = [at(0.5, 0.5), at(0.25, 0.25), at(0.75, 0.75)].find((on) => !isPressed(one, on))
        return over === undefined ? [] : [`${nameOf(one)} lies under ${nameOf(over)}`]
      })
    document.documentElement.scrollTop = 0
    for (const { one, top, left } of places) one.scrollTo({ top, left, behavior: 'instant' })
    return found
  })
