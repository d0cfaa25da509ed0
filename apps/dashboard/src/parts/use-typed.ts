import { useEffect, useEffectEvent, useState } from 'react'

/** The address follows the typing after a pause. */
const debounceMs = 250

/** Text that is here as it is typed, and written into the address (`value`) when the typing rests. */
export const useTyped = (value: string | undefined, onChange: (text: string | undefined) => void) => {
  const [text, setText] = useState(value ?? '')
  const [written, setWritten] = useState(value)

  // Back and forward, a link, or a press that clears it: the field follows the address.
  if (value !== written) {
    setWritten(value)
    if ((value ?? '') !== text.trim()) setText(value ?? '')
  }

  const writeText = (): void => {
    const trimmed = text.trim()
    if (trimmed !== (value ?? '')) onChange(trimmed === '' ? undefined : trimmed)
  }
  const write = useEffectEvent(writeText)
  useEffect(() => {
    if (text.trim() === (value ?? '')) return
    const timer = setTimeout(() => write(), debounceMs)
    return () => clearTimeout(timer)
  }, [text, value])

  return {
    text,
    setText,
    /** For the field's `onBlur`: who leaves it may be about to leave the page, and come back to its address. */
    writeText,
  }
}
