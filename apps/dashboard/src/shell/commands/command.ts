import type { ReactNode } from 'react'
import type { Toggle } from '../../features/flag-switch/use-toggle.tsx'

/** Something the palette can do or open. */
export type Command = {
  id: string
  /** The heading it stands under. */
  group: string
  label: string
  /** A key or an id that is searched as well. */
  code?: string
  /** What else it is found by, without being shown. */
  found?: readonly string[]
  /** One of these words has to be typed: it would be in the way of what is looked for otherwise. */
  needs?: readonly string[]
  /** What comes of it, quietly: `is proposed`. */
  hint?: string
  /** An icon, or a flag's bunting. */
  lead: ReactNode
  /** What does the same without the palette. */
  keys?: string
  run?(): void
  /** What to choose from next, in place of running. */
  next?(): readonly Command[]
  /** What else can be done with it: reached by Tab. */
  actions?(): readonly Command[]
}

/** Where the palette is open, and what it leaves to the shell. */
export type CommandContext = {
  projectId: string
  /** Turns a flag where something is to be asked before. */
  ask(toggle: Toggle): void
  showKeys(): void
}

/** A hook that says what can be done here. */
export type CommandSource = (context: CommandContext) => readonly Command[]
