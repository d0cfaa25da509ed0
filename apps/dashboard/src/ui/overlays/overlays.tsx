import { type ReactNode, useEffect, useSyncExternalStore } from 'react'

type Overlays = typeof import('./loaded/index.ts')

let overlays: Overlays | undefined
let asked: Promise<void> | undefined
const listeners = new Set<() => void>()

const load = async (): Promise<void> => {
  try {
    overlays = await import('./loaded/index.ts')
    for (const tell of listeners) tell()
  } catch {
    // The next caller tries to load them again.
    asked = undefined
  }
}

/** What opens over a page comes after the first page, which is there without it. */
export const loadOverlays = (): Promise<void> => {
  asked ??= load()
  return asked
}

export const areOverlaysHere = (): boolean => overlays !== undefined

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Nothing until they are here: what was pressed meanwhile opens then. */
export const InOverlays = ({ children }: { children(overlays: Overlays): ReactNode }) => {
  const here = useSyncExternalStore(subscribe, () => overlays)
  useEffect(() => void loadOverlays(), [])
  return here && children(here)
}
