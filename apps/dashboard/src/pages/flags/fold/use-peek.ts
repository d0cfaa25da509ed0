import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

const [openMs, closeMs] = [250, 120]

/**
 * Shows a card while the pointer is on a button, or after Tab moved to it, and hides it when both the button and the card
 * are left. Focus alone does not show it: the focus also returns when something closes, and then the card would be in the
 * way.
 */
export const usePeek = (isHeld: boolean) => {
  const [isOn, setOn] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const soon = (on: boolean, ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOn(on), ms)
  }
  const end = () => {
    clearTimeout(timer.current)
    setOn(false)
  }
  // Not for touch: a finger presses the button instead.
  const hasPointer = ({ pointerType }: PointerEvent) => pointerType !== 'touch'
  return {
    isOn: isOn && !isHeld,
    end,
    trigger: {
      onPointerEnter: (event: PointerEvent) => hasPointer(event) && soon(true, openMs),
      onPointerLeave: () => soon(false, closeMs),
      onKeyUp: ({ key }: KeyboardEvent) => key === 'Tab' && setOn(true),
      onBlur: end,
    },
    card: { onPointerEnter: () => clearTimeout(timer.current), onPointerLeave: () => soon(false, closeMs) },
  }
}
