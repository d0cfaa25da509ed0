/** Tells whether an element's text is cut with an ellipsis: at the end of its line, or after some lines. */
const isCut = (one: Element): boolean => {
  if (one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight) return false
  const { textOverflow, webkitLineClamp } = getComputedStyle(one)
  return one.scrollWidth > one.clientWidth ? textOverflow === 'ellipsis' : webkitLineClamp !== 'none'
}

/** The number of ancestors to check from the element under the pointer: beyond that are whole rows. */
const reach = 4

const says = new WeakSet<Element>()

/**
 * Adds a `title` with the whole text to a text under the pointer that ends in an ellipsis. It works for every text, since
 * the window's width decides which are cut. Nothing is added if there is a `title` already.
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
