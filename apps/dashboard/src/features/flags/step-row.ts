/** The height that the top bar and the table's head cover. */
const coveredPx = 80

const linkOf = (row: Element | null | undefined): HTMLElement | null =>
  row?.matches('[data-index]') ? row.querySelector<HTMLElement>('.name a, th > button') : null

/** Moves the focus to the row below or above, or to the first one in view if no row has it. */
export const stepRow = (body: HTMLElement | null, step: 1 | -1): void => {
  if (!body) return
  const at = document.activeElement?.closest('tr[data-index]')
  const to = at
    ? step === 1
      ? at.nextElementSibling
      : at.previousElementSibling
    : [...body.querySelectorAll('tr[data-index]')].find((row) => row.getBoundingClientRect().top >= coveredPx)
  linkOf(to)?.focus()
}
