import { useEffect, useEffectEvent } from 'react'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

const nameOf = (event: KeyboardEvent): string =>
  `${event.ctrlKey || event.metaKey ? 'ctrl+' : ''}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`

/** Keys of a page: `useKeys({ '/': focusFilter, 'ctrl+s': save })`. Plain letters rest while somebody types or a dialog or menu is open. */
export const useKeys = (keys: Readonly<Record<string, (event: KeyboardEvent) => void>>): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const name = nameOf(event)
    const run = keys[name]
    if (!run || event.altKey || event.defaultPrevented) return
    if (!name.startsWith('ctrl+') && (isTyping(event.target) || document.querySelector('[role=dialog], [role=menu]')))
      return
    event.preventDefault()
    run(event)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
