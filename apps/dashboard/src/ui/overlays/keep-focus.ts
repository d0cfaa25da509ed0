/**
 * For `onCloseAutoFocus` of overlays. A closed overlay returns the focus to its trigger, but with a delay: if the focus has
 * moved elsewhere by then, it stays there.
 */
export const keepFocus = (event: Event): void => {
  const now = document.activeElement
  const isInside = event.target instanceof Node && event.target.contains(now)
  if (now !== document.body && !isInside) event.preventDefault()
}
