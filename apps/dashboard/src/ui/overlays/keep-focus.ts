/**
 * For what opens over the page. Closed, it gives the focus back to what opened it, but some time later: what it was
 * opened for may have moved the focus on by then, and keeps it.
 */
export const keepFocus = (event: Event): void => {
  const now = document.activeElement
  const isInside = event.target instanceof Node && event.target.contains(now)
  if (now !== document.body && !isInside) event.preventDefault()
}
