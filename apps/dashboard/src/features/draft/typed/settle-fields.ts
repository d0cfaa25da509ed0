/** Fields commit their text on blur; saving or closing by keyboard happens while a field still has the focus. */
export const settleFields = (): void => {
  const field = document.activeElement
  if (!(field instanceof HTMLElement) || field === document.body) return
  field.blur()
  field.focus()
}
