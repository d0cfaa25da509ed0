import type { RefObject } from 'react'
import { stepRow } from '../../../features/flags/step-row.ts'
import type { useSelection } from '../../../features/flags/use-selection.ts'
import { useKeys } from '../../../ui/use-keys.ts'

type RowKeys = {
  field: RefObject<HTMLInputElement | null>
  body: RefObject<HTMLTableSectionElement | null>
  selection: Pick<ReturnType<typeof useSelection>, 'toggle' | 'clear' | 'flags'>
}

/**
 * The keys of the table: `/` focuses the field, `j` and `k` move along the rows, `x` selects, `e` opens the environments of
 * a flag, Esc clears the selection.
 */
export const useRowKeys = ({ field, body, selection }: RowKeys) => {
  const step = (by: 1 | -1) => stepRow(body.current, by)
  useKeys({
    '/': ['Filter the flags', () => field.current?.focus()],
    j: ['Next flag', () => step(1)],
    k: ['Flag before', () => step(-1)],
    x: [
      'Select the flag',
      () => {
        const row = document.activeElement?.closest<HTMLElement>('tr[data-flag]')
        if (row?.dataset.flag !== undefined) selection.toggle(row.dataset.flag)
      },
    ],
    e: ['Open its environments', () => openEnvironments(document.activeElement?.closest('tr[data-flag]'))],
    ...(selection.flags.length > 0 ? { Escape: ['Select none', selection.clear] as const } : {}),
  })
  return { step }
}

/** Opens the card of folded environments if there is one, else the switches of those in view. */
const openEnvironments = (row: Element | null | undefined): void => {
  const buttons = [...(row?.querySelectorAll<HTMLElement>('.env-fold, .state-btn') ?? [])]
  const fold = buttons.find((button) => button.matches('.env-fold') && button.checkVisibility())
  ;(fold ?? buttons[0])?.click()
}
