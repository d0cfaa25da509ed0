import { useEffect, useEffectEvent, useRef, useState } from 'react'

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

  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const writeText = (): void => {
    // Not once more after the pause: by then another page may be at the address.
    clearTimeout(pause.current)
    const trimmed = text.trim()
    if (trimmed !== (value ?? '')) onChange(trimmed === '' ? undefined : trimmed)
  }
  const write = useEffectEvent(writeText)
  useEffect(() => {
    if (text.trim() === (value ?? '')) return
    pause.current = setTimeout(() => write(), debounceMs)
    return () => clearTimeout(pause.current)
  }, [text, value])

  return {
    text,
    setText,
    /** For the field's `onBlur`: who leaves it may be about to leave the page, and come back to its address. */
    writeText,
  }
}
