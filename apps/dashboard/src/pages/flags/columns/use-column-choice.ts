import { useMemo, useSyncExternalStore } from 'react'
import { useSession } from '../../../api/session.ts'
import type { ColumnChoice } from './column-choice.ts'
import { readChoice } from './read-choice.ts'

/** Choices made in this window; they apply even if the browser stores nothing. */
const chosenHere = new Map<string, string | null>()
const listeners = new Set<() => void>()

const read = (key: string): string | null => {
  const here = chosenHere.get(key)
  if (here !== undefined) return here
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

const write = (key: string, text: string | null): void => {
  chosenHere.set(key, text)
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // The storage is missing or full: the choice is not kept.
  }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  const onStorage = () => {
    chosenHere.clear()
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** The user's choice of columns in a project, kept in this browser. `choose(null)` restores the default. */
export const useColumnChoice = (projectId: string) => {
  const { user } = useSession()
  const key = `bunting-columns:${user.id}:${projectId}`
  const text = useSyncExternalStore(subscribe, () => read(key))
  const choice = useMemo(() => readChoice(text), [text])
  const choose = (change: Partial<ColumnChoice> | null) =>
    write(key, change && JSON.stringify({ ...readChoice(read(key)), ...change }))
  return { choice, choose }
}
