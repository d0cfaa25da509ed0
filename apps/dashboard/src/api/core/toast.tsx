import { useSyncExternalStore } from 'react'
import type { Toast } from '../../ui/overlays/loaded/open-toasts.tsx'
import { InOverlays } from '../../ui/overlays/overlays.tsx'
import { isUnanswered, whenBack } from './reach.ts'

/** The most at a time: the oldest goes. */
const maxShown = 4

type Shown = Toast & {
  id: number
  /** It is about a request that got no answer. */
  isUnanswered: boolean
}
let shown: readonly Shown[] = []
let made = 0
const listeners = new Set<() => void>()

const show = (next: readonly Shown[]) => {
  shown = next
  for (const tell of listeners) tell()
}

/** Says what happened and what next, where the page does not show it already. What went wrong stays until it is dismissed. */
export const toast = (one: Toast): void => {
  // Told again it is one message, not two that have to be dismissed.
  const others = shown.filter(
    ({ kind, title, children }) => kind !== 'no' || title !== one.title || children !== one.children,
  )
  show([...others, { ...one, id: ++made, isUnanswered: one.kind === 'no' && isUnanswered() }].slice(-maxShown))
}

// The outage is over, and the page shows the saved state again.
whenBack(() => show(shown.filter((one) => !one.isUnanswered)))

const close = (id: number) => show(shown.filter((one) => one.id !== id))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const Toasts = () => {
  const all = useSyncExternalStore(subscribe, () => shown)
  // Not before the first one, and from then on: what is dismissed gives the focus to where the messages are.
  return made > 0 && <InOverlays>{({ OpenToasts }) => <OpenToasts toasts={all} onClose={close} />}</InOverlays>
}
