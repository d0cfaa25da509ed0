import { useState } from 'react'
import { keepTyped, loadTyped } from '../draft/typed-storage.ts'
import type { Typed } from './context.ts'

/** Where Try it of a flag keeps what was typed. */
export const tryKey = ({ projectId, flagKey }: { projectId: string; flagKey: string }): string =>
  `try:${projectId}:${flagKey}`

/** A context as it is typed, kept in this tab over a reload. */
export const useTypedContext = (key: string) => {
  const [typed, setTyped] = useState(() => loadTyped<Typed>(key) ?? {})
  const fill = (next: Typed): void => {
    setTyped(next)
    keepTyped(key, next)
  }
  return { typed, fill, type: (attribute: string, value: string) => fill({ ...typed, [attribute]: value }) }
}
