import { useState } from 'react'
import { keepTyped, loadTyped } from '../draft/storage/typed-storage.ts'
import type { Typed } from './context.ts'

/** The storage key for what was typed into Try it of a flag. */
export const tryKey = ({ projectId, flagKey }: { projectId: string; flagKey: string }): string =>
  `try:${projectId}:${flagKey}`

/** A context as it is typed, which survives a reload of this tab. */
export const useTypedContext = (key: string) => {
  const [typed, setTyped] = useState(() => loadTyped<Typed>(key) ?? {})
  const fill = (next: Typed): void => {
    setTyped(next)
    keepTyped(key, next)
  }
  return { typed, fill, type: (attribute: string, value: string) => fill({ ...typed, [attribute]: value }) }
}
