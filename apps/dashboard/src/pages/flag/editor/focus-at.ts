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
