import { useSyncExternalStore } from 'react'

/** What contexts have without anybody's doing. */
const always = new Set(['userId', 'anonymousId'])

/** The attributes that rules of the project look at; undefined until asked for. Shared by all conditions in view. */
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

/** Whether no rule of the project that is live looks at such an attribute. False as long as that is not known. */
export const useIsNewName = (attribute: string): boolean =>
  useSyncExternalStore(
    subscribe,
    () => known !== undefined && attribute !== '' && !always.has(attribute) && !known.has(attribute),
  )
