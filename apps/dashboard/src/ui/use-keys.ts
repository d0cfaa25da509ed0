import { useEffect, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))

const nameOf = (event: KeyboardEvent): string =>
  `${event.ctrlKey || event.metaKey ? 'ctrl+' : ''}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`

/** What a key does, in words for the list of all keys, and what it runs; without the latter it is only listed. */
type Keys = Readonly<Record<string, readonly [label: string, run?: (event: KeyboardEvent) => void]>>

export type ListedKey = { key: string; label: string }

/** The keys of everything that is in view, by who brings them: what surrounds a page comes after it. */
const inView = new Map<symbol, readonly ListedKey[]>()
const listeners = new Set<() => void>()
let listed: readonly ListedKey[] = []

const tell = (): void => {
  listed = [...new Map([...inView.values()].flat().map((one) => [one.key, one])).values()]
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Every key that does something here. */
export const useListedKeys = (): readonly ListedKey[] => useSyncExternalStore(subscribe, () => listed)

/**
 * Keys of a page: `useKeys({ '/': ['Filter', focusFilter], 'ctrl+s': ['Save', save] })`. Plain letters rest while somebody
 * types or a dialog or menu is open.
 */
export const useKeys = (keys: Keys): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const name = nameOf(event)
    const run = keys[name]?.[1]
    if (!run || event.altKey || event.defaultPrevented) return
    if (!name.startsWith('ctrl+') && (isTyping(event.target) || document.querySelector('[role=dialog], [role=menu]')))
      return
    event.preventDefault()
    run(event)
  })
  // Before the page is painted: a key that is pressed as soon as it is seen is not lost.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  const words = JSON.stringify(Object.entries(keys).map(([key, [label]]) => ({ key, label })))
  useEffect(() => {
    const who = Symbol('keys')
    inView.set(who, JSON.parse(words))
    tell()
    return () => {
      inView.delete(who)
      tell()
    }
  }, [words])
}
