import { useEffect, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))

const nameOf = (event: KeyboardEvent): string =>
  `${event.ctrlKey || event.metaKey ? 'ctrl+' : ''}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`

/** The keys of a component: a label for the list of keys, and a function; a key without one is only listed. */
type Keys = Readonly<Record<string, readonly [label: string, run?: (event: KeyboardEvent) => void]>>

export type ListedKey = { key: string; label: string }

/** The keys of all mounted components, by component. Those around a page come after the page's own. */
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

/** Every key that works on the current page. */
export const useListedKeys = (): readonly ListedKey[] => useSyncExternalStore(subscribe, () => listed)

/**
 * Registers keys of a page: `useKeys({ '/': ['Filter', focusFilter], 'ctrl+s': ['Save', save] })`. Keys without Ctrl are
 * ignored while the user types or a dialog or menu is open.
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
  // Registered before the page is painted, so that a key pressed as soon as the page appears is not lost.
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
