import { useSyncExternalStore } from 'react'

/** Attributes that contexts have without any setup. */
const always = new Set(['userId', 'anonymousId'])

/** The attributes in the project's rules; undefined until they are requested. Shared by all conditions in view. */
let known: ReadonlyMap<string, number> | undefined
const listeners = new Set<() => void>()

export const tellKnownNames = (names: ReadonlyMap<string, number> | undefined): void => {
  known = names
  for (const tell of listeners) tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells whether no live rule of the project uses the attribute. False while that is unknown. */
export const useIsNewName = (attribute: string): boolean =>
  useSyncExternalStore(
    subscribe,
    () => known !== undefined && attribute !== '' && !always.has(attribute) && !known.has(attribute),
  )
