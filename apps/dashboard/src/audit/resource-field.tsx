import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { SearchInput } from '../parts/field.tsx'
import { useKeys } from '../shell/use-keys.ts'

/** The address follows the typing after a pause. */
const pauseMs = 250

type ResourceFieldProps = { value: string | undefined; onChange(resource: string | undefined): void }

/** What an entry is about, by a part of its name. The text is here as it is typed, and in the address when typing rests. */
export const ResourceField = ({ value = '', onChange }: ResourceFieldProps) => {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const [written, setWritten] = useState(value)
  // Back and forward, or a press that clears it: the field follows the address.
  if (value !== written) {
    setWritten(value)
    if (value !== text.trim()) setText(value)
  }
  const write = useEffectEvent(() => onChange(text.trim() || undefined))
  useEffect(() => {
    if (text.trim() === value) return
    const timer = setTimeout(() => write(), pauseMs)
    return () => clearTimeout(timer)
  }, [text, value])
  useKeys({ '/': () => field.current?.focus() })
  return (
    <SearchInput
      ref={field}
      label="Flag, name or id"
      aria-label="Filter by resource"
      aria-keyshortcuts="/"
      keys="/"
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}
