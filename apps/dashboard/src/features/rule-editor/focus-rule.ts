/** Every rule's own button, from the top: the one that folds it up. */
const rules = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-rule]')]

const go = (rule: HTMLElement | undefined): void => {
  rule?.focus()
  rule?.closest('article')?.scrollIntoView({ block: 'start' })
}

/** Goes to a rule by its place, once what it was picked in has closed. */
export const focusRule = (at: number): void => {
  setTimeout(() => go(rules()[at]))
}

/** Goes to the next rule or the one before; to the first where one is in none. */
export const stepRule = (by: 1 | -1): void => {
  const all = rules()
  const here = all.findIndex((rule) => rule.closest('article')?.contains(document.activeElement))
  go(all[here < 0 ? 0 : Math.min(Math.max(here + by, 0), all.length - 1)])
}
