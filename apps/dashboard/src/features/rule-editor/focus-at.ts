/** Goes on in a field by its path, once what was just added is there: what stands in it is a suggestion, and gives way to typing. */
export const focusAt = (path: string): void => {
  const before = document.activeElement
  setTimeout(() => {
    const now = document.activeElement
    // On a busy machine people can be elsewhere by then, typing: what they type is neither selected nor sent here.
    if (now !== before && now !== document.body) return
    const field = document.querySelector<HTMLElement>(`[data-path="${path}"]`)
    field?.focus()
    if (field instanceof HTMLInputElement) field.select()
  })
}

/** Goes on in a part of the editor, in its first field; or, where that is gone, with what adds another. */
export const focusPart = (path: string, orElse?: string): void => {
  const before = document.activeElement
  setTimeout(() => {
    const now = document.activeElement
    // People can be elsewhere by then, typing.
    if (now !== before && now instanceof HTMLInputElement) return
    const part = document.querySelector(`[data-part="${path}"]`)
    const first = part?.querySelector<HTMLElement>('input, select, textarea, button')
    const other = orElse === undefined ? null : document.querySelector<HTMLElement>(`[data-adds="${orElse}"]`)
    const target = first ?? other
    target?.focus()
    target?.scrollIntoView({ block: 'nearest' })
  })
}
