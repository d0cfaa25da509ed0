import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { FlagsSearch } from './flags-search.ts'

/** The address follows the typing after a pause. */
const pauseMs = 250

/** The filters, kept in the address. The text is taken as it is typed and written there when the typing rests. */
export const useFlagsSearch = () => {
  const search = useSearch({ from: '/projects/$projectId/flags' })
  const navigate = useNavigate({ from: '/projects/$projectId/flags' })
  const [text, setText] = useState(search.q ?? '')
  const [written, setWritten] = useState(search.q)

  // Back and forward, or a link: the field follows the address.
  if (search.q !== written) {
    setWritten(search.q)
    if ((search.q ?? '') !== text.trim()) setText(search.q ?? '')
  }

  const set = (change: Gaps<FlagsSearch>): Promise<void> =>
    navigate({ search: (now) => withoutGaps({ ...now, ...change }), replace: true, resetScroll: false })
  const writeText = (): void => {
    const q = text.trim()
    if (q !== (search.q ?? '')) void set({ q: q === '' ? undefined : q })
  }
  const write = useEffectEvent(writeText)
  useEffect(() => {
    if (text.trim() === (search.q ?? '')) return
    const timer = setTimeout(() => write(), pauseMs)
    return () => clearTimeout(timer)
  }, [text, search.q])

  const { q: _written, ...others } = search
  return {
    /** With the text as it is now. */
    search: withoutGaps({ ...others, q: text.trim() === '' ? undefined : text.trim() }),
    text,
    setText,
    /** Who leaves the field may be about to leave the page, and come back to its address. */
    writeText,
    set,
    clear: (): void => {
      setText('')
      void navigate({ search: {}, replace: true, resetScroll: false })
    },
  }
}

type Gaps<Type> = { [Name in keyof Type]?: Type[Name] | undefined }

const withoutGaps = (search: Gaps<FlagsSearch>): FlagsSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
