import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** The pause in typing after which the address is updated. */
const debounceMs = 250

/** The text of a field as it is typed, which is written to the address (`value`) after a pause. */
export const useTyped = (value: string | undefined, onChange: (text: string | undefined) => void) => {
  const [text, setText] = useState(value ?? '')
  const [written, setWritten] = useState(value)

  // After back, forward, a link or a clear button, the field takes over the address's value.
  if (value !== written) {
    setWritten(value)
    if ((value ?? '') !== text.trim()) setText(value ?? '')
  }

  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const writeText = (): void => {
    // Cancels the delayed write: by then another page may be at the address.
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
    /** For the field's `onBlur`: the user may be about to leave the page, and to return to this address later. */
    writeText,
  }
}
