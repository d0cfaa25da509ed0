/** Focuses a field by its path, after it was added. Its text is selected: it is a suggestion, which typing replaces. */
export const focusAt = (path: string): void => {
  const before = document.activeElement
  setTimeout(() => {
    const now = document.activeElement
    // On a slow machine the user may be typing elsewhere by then: their focus is left alone.
    if (now !== before && now !== document.body) return
    const field = document.querySelector<HTMLElement>(`[data-path="${path}"]`)
    field?.focus()
    if (field instanceof HTMLInputElement) field.select()
  })
}

/** Focuses the first field of a part of the editor or, if the part is gone, the button that adds another. */
export const focusPart = (path: string, orElse?: string): void => {
  const before = document.activeElement
  setTimeout(() => {
    const now = document.activeElement
    // The user may be typing elsewhere by then.
    if (now !== before && now instanceof HTMLInputElement) return
    const part = document.querySelector(`[data-part="${path}"]`)
    const first = part?.querySelector<HTMLElement>('input, select, textarea, button')
    const other = orElse === undefined ? null : document.querySelector<HTMLElement>(`[data-adds="${orElse}"]`)
    const target = first ?? other
    target?.focus()
    target?.scrollIntoView({ block: 'nearest' })
  })
}
