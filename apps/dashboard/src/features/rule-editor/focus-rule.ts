/** The fold button of every rule, from the top. */
const rules = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-rule]')]

const go = (rule: HTMLElement | undefined): void => {
  rule?.focus()
  rule?.closest('article')?.scrollIntoView({ block: 'start' })
}

/** Focuses a rule by its index, after the menu in which it was picked has closed. */
export const focusRule = (at: number): void => {
  setTimeout(() => go(rules()[at]))
}

/** Focuses the next or previous rule; the first if none has the focus. */
export const stepRule = (by: 1 | -1): void => {
  const all = rules()
  const here = all.findIndex((rule) => rule.closest('article')?.contains(document.activeElement))
  go(all[here < 0 ? 0 : Math.min(Math.max(here + by, 0), all.length - 1)])
}
