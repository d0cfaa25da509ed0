/** Leaving a field takes over what was typed in it; whoever saves or closes by keyboard is still in it. */
export const settleFields = (): void => {
  const field = document.activeElement
  if (!(field instanceof HTMLElement) || field === document.body) return
  field.blur()
  field.focus()
}
