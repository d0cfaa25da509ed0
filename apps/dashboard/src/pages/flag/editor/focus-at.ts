/** Goes on in a field by its path, once what was just added is there. */
export const focusAt = (path: string): void => {
  setTimeout(() => document.querySelector<HTMLElement>(`[data-path="${path}"]`)?.focus())
}
