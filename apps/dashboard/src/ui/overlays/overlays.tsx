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

/** Loads the code of overlays, which is kept out of the first page's. */
export const loadOverlays = (): Promise<void> => {
  asked ??= load()
  return asked
}

export const areOverlaysHere = (): boolean => overlays !== undefined

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Renders nothing until the overlays are loaded. A menu or dialog that was opened before then opens when they are. */
export const InOverlays = ({ children }: { children(overlays: Overlays): ReactNode }) => {
  const here = useSyncExternalStore(subscribe, () => overlays)
  useEffect(() => void loadOverlays(), [])
  return here && children(here)
}
