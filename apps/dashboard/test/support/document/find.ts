import { type ByRoleOptions, queryAllByRole } from '@testing-library/dom'

export type Text = string | RegExp

/** The text as a person reads it, in one line. */
export const readText = (element: Element): string => oneLine(element.textContent ?? '')

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Playwright's rule: a part of the text, ignoring case, unless it is `exact`. */
export const textMatcher = (text: Text, exact = false) => {
  if (text instanceof RegExp) return (given: string) => text.test(oneLine(given))
  const wanted = oneLine(text)
  if (exact) return (given: string) => oneLine(given) === wanted
  return (given: string) => oneLine(given).toLowerCase().includes(wanted.toLowerCase())
}

/** Without a layout, only elements that the page itself marks as hidden are hidden. */
export const isShown = (element: Element): boolean => {
  for (let one: Element | null = element; one; one = one.parentElement) {
    if (one.hasAttribute('hidden') || (one as HTMLElement).style?.display === 'none') return false
  }
  return true
}

/** Tells whether the element is also exposed to screen readers. */
const isExposed = (element: Element): boolean =>
  element.closest('[aria-hidden=true], [inert]') === null && isShown(element)

type RoleOptions = Omit<ByRoleOptions, 'name' | 'hidden'> & { name?: Text; exact?: boolean; includeHidden?: boolean }

export const byRole = (root: Element, role: string, options: RoleOptions = {}): Element[] => {
  const { name, exact, includeHidden = false, ...states } = options
  const found = queryAllByRole(root as HTMLElement, role, {
    hidden: true,
    ...states,
    ...(name !== undefined && { name: textMatcher(name, exact) }),
  })
  return includeHidden ? found : found.filter(isExposed)
}

/** The second copy of a message, which exists for screen readers and only for a moment. */
const readOut = 'body > [role=status]'

/** The innermost elements with the text. */
export const byText = (root: Element, text: Text, exact?: boolean): Element[] => {
  const matches = textMatcher(text, exact)
  const says = (element: Element): boolean => matches(element.textContent ?? '')
  return [...root.querySelectorAll('*')].filter(
    (one) => !one.matches(`script, style, ${readOut}`) && says(one) && ![...one.children].some(says),
  )
}

export const byLabel = (root: Element, text: Text, exact?: boolean): Element[] => {
  const matches = textMatcher(text, exact)
  // Grouped once for all fields: each field's own lookup would search the whole document.
  const labels = Map.groupBy(root.ownerDocument.querySelectorAll('label'), ({ control }) => control)
  const textsOf = (one: Element): string[] => {
    const ids = one.getAttribute('aria-labelledby')?.split(' ') ?? []
    const named = ids.map((id) => one.ownerDocument.getElementById(id))
    const label = one.getAttribute('aria-label')
    const own = labels.get(one as HTMLElement) ?? []
    return [...(label === null ? [] : [label]), ...[...named, ...own].flatMap((by) => by?.textContent ?? [])]
  }
  return [...root.querySelectorAll('[aria-label], [aria-labelledby], input, select, textarea, button')].filter((one) =>
    textsOf(one).some(matches),
  )
}
