/** Moves the focus to the button of the next line of the plot, or of the one before; to the first if none has it. */
export const stepLine = (by: 1 | -1): void => {
  const buttons = [...document.querySelectorAll<HTMLElement>('.forest-table .line .more button')]
  const line = document.activeElement?.closest('.line')
  const at = buttons.findIndex((button) => button.closest('.line') === line)
  buttons[at < 0 ? 0 : at + by]?.focus()
}
