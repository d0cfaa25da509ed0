/** Where a text that is cut ends: in its line, or after so many lines. */
const isCut = (one: Element): boolean => {
  if (one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight) return false
  const { textOverflow, webkitLineClamp } = getComputedStyle(one)
  return one.scrollWidth > one.clientWidth ? textOverflow === 'ellipsis' : webkitLineClamp !== 'none'
}

/** So far up from what is pointed at: beyond that are whole rows. */
const reach = 4

const says = new WeakSet<Element>()

/**
 * What ends in an ellipsis says all of it when it is pointed at, wherever it is: what has room for a name depends on the
 * window. Tells nothing where something else is said.
 */
const sayWhole = ({ target }: Event): void => {
  let one = target instanceof Element ? target : null
  for (let at = 0; one && at < reach; at += 1, one = one.parentElement) {
    const isOurs = says.delete(one)
    if (isOurs) one.removeAttribute('title')
    if (one.closest('[title]')) return
    if (!isCut(one)) continue
    one.setAttribute('title', one.textContent ?? '')
    says.add(one)
    return
  }
}

export const sayWholeTexts = (): void => document.addEventListener('pointerover', sayWhole, { passive: true })
