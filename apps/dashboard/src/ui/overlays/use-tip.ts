import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { areOverlaysHere } from './overlays.tsx'

/** How long one points before it opens; for a moment after another one closed, not at all. */
const [delayMs, momentMs] = [300, 200]

/** Closes the one that is open: there is one at a time. */
let closeOther: (() => void) | undefined
let closedAt = Number.NEGATIVE_INFINITY

/** When a tooltip is open: `on` goes to what it is about, also while there is nothing to say. */
export const useTip = (isNeeded: boolean) => {
  const [isOpen, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isPointedAt = useRef(false)
  const isPressed = useRef(false)
  // One and the same, so that it is known by whom the open one was opened.
  const [close] = useState(() => () => {
    clearTimeout(timer.current)
    if (closeOther !== close) return
    closeOther = undefined
    closedAt = performance.now()
    setOpen(false)
  })
  const open = () => {
    clearTimeout(timer.current)
    if (closeOther !== close) closeOther?.()
    closeOther = close
    setOpen(true)
  }
  useEffect(() => close, [close])
  return {
    isOpen,
    close,
    on: {
      onPointerMove: ({ pointerType }: PointerEvent) => {
        if (!isNeeded || pointerType === 'touch' || isPointedAt.current) return
        isPointedAt.current = true
        if (performance.now() - closedAt < momentMs) open()
        else timer.current = setTimeout(open, delayMs)
      },
      onPointerLeave: () => {
        isPointedAt.current = false
        clearTimeout(timer.current)
        // One that is in view stays while the pointer goes on to it, and closes by itself.
        if (!areOverlaysHere()) close()
      },
      onPointerDown: () => {
        close()
        isPressed.current = true
        const end = () => {
          isPressed.current = false
        }
        document.addEventListener('pointerup', end, { once: true })
      },
      // A press also moves the focus, which must not open the tip.
      onFocus: () => {
        if (isNeeded && !isPressed.current) open()
      },
      onBlur: close,
      onClick: close,
    },
  }
}
