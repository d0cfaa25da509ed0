import { useNavigate, useSearch } from '@tanstack/react-router'
import type { FlagsSearch, SearchChange } from '../../../features/flags/flags-search.ts'
import { useTyped } from '../../../ui/controls/use-typed.ts'

/** The filters, kept in the address. */
export const useFlagsSearch = () => {
  const search = useSearch({ from: '/projects/$projectId/flags' })
  const navigate = useNavigate({ from: '/projects/$projectId/flags' })
  const set = (change: SearchChange): Promise<void> =>
    navigate({ search: (now) => withoutGaps({ ...now, ...change }), replace: true, resetScroll: false })
  const { text, setText, writeText } = useTyped(search.q, (q) => void set({ q }))

  const { q: _written, ...others } = search
  return {
    /** The filters with the text as it is typed now. */
    search: withoutGaps({ ...others, q: text.trim() === '' ? undefined : text.trim() }),
    text,
    setText,
    writeText,
    set,
    clear: (): void => {
      setText('')
      void navigate({ search: {}, replace: true, resetScroll: false })
    },
  }
}

const withoutGaps = (search: SearchChange): FlagsSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
