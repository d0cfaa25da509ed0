/** Goes on in a field by its path, once what was just added is there: what stands in it is a suggestion, and gives way to typing. */
export const focusAt = (path: string): void => {
  setTimeout(() => {
    const field = document.querySelector<HTMLElement>(`[data-path="${path}"]`)
    field?.focus()
    if (field instanceof HTMLInputElement) field.select()
  })
}
