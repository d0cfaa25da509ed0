import type { RefObject } from 'react'
import type { FlagInList } from '../../api/flags.ts'
import { stepRow } from '../../features/flags/step-row.ts'
import type { useSelection } from '../../features/flags/use-selection.ts'
import { useKeys } from '../../ui/use-keys.ts'

type CleanUpKeys = {
  body: RefObject<HTMLTableSectionElement | null>
  selection: Pick<ReturnType<typeof useSelection>, 'toggle' | 'clear' | 'flags'>
  onDo(todo: 'archive' | 'own', flags: readonly FlagInList[]): void
}

/** `j` and `k` move along the rows, `x` selects; `a` archives the selected flags, and `o` assigns an owner. */
export const useCleanUpKeys = ({ body, selection, onDo }: CleanUpKeys): void => {
  const { flags } = selection
  useKeys({
    j: ['Next flag', () => stepRow(body.current, 1)],
    k: ['Flag before', () => stepRow(body.current, -1)],
    x: [
      'Select the flag',
      () => {
        const id = document.activeElement?.closest<HTMLElement>('tr[data-flag]')?.dataset.flag
        if (id !== undefined) selection.toggle(id)
      },
    ],
    ...(flags.length > 0 && {
      a: ['Archive what is selected', () => onDo('archive', flags)] as const,
      o: ['Give what is selected an owner', () => onDo('own', flags)] as const,
      Escape: ['Select none', selection.clear] as const,
    }),
  })
}
