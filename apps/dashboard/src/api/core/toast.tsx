import { useSyncExternalStore } from 'react'
import type { Toast } from '../../ui/overlays/loaded/open-toasts.tsx'
import { InOverlays } from '../../ui/overlays/overlays.tsx'
import { isUnanswered, whenBack } from './reach.ts'

/** The most messages shown at a time: the oldest is dropped. */
const maxShown = 4

type Shown = Toast & {
  id: number
  /** The message is about a request that got no answer. */
  isUnanswered: boolean
}
let shown: readonly Shown[] = []
let made = 0
const listeners = new Set<() => void>()

const show = (next: readonly Shown[]) => {
  shown = next
  for (const tell of listeners) tell()
}

/** Shows a message about something that the page does not show itself. Errors stay until they are dismissed. */
export const toast = (one: Toast): void => {
  // A repeated error replaces the earlier one, so that it has to be dismissed only once.
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
  // Mounted with the first message and then kept: after a dismissal, the focus moves to this region.
  return made > 0 && <InOverlays>{({ OpenToasts }) => <OpenToasts toasts={all} onClose={close} />}</InOverlays>
}
