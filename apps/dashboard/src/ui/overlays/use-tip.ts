import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { areOverlaysHere } from './overlays.tsx'

/** The hover time before a tooltip opens, and the time after another closed in which it opens without delay. */
const [delayMs, momentMs] = [300, 200]

/** Closes the open tooltip: there is only one at a time. */
let closeOther: (() => void) | undefined
let closedAt = Number.NEGATIVE_INFINITY

/** Decides when a tooltip is open. Spread `on` over the control, even while there is nothing to say. */
export const useTip = (isNeeded: boolean) => {
  const [isOpen, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isPointedAt = useRef(false)
  const isPressed = useRef(false)
  // The same function on every render, since it identifies this tooltip in `closeOther`.
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
        // A tooltip in view stays while the pointer moves onto it, and closes by itself.
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
