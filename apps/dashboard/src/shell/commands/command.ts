import type { ReactNode } from 'react'
import type { Toggle } from '../../features/flag-switch/use-toggle.tsx'

/** Something the palette can do or open. */
export type Command = {
  id: string
  /** The heading above the command. */
  group: string
  label: string
  /** A key or an id, which the search looks at, too. */
  code?: string
  /** Further search words, which are not shown. */
  found?: readonly string[]
  /** The command appears only if one of these words is typed: otherwise it would clutter the results. */
  needs?: readonly string[]
  /** The result of the command, as a muted text: `is proposed`. */
  hint?: string
  /** An icon, or a flag's bunting. */
  lead: ReactNode
  /** The keyboard shortcut that does the same. */
  keys?: string
  run?(): void
  /** The choices of a second step, instead of running. */
  next?(): readonly Command[]
  /** Further actions on the same thing, reached with Tab. */
  actions?(): readonly Command[]
}

/** The project of the palette, and the actions that the shell carries out. */
export type CommandContext = {
  projectId: string
  /** Turns a flag on or off after asking the user first. */
  ask(toggle: Toggle): void
  showKeys(): void
}

/** A hook that returns commands for the palette. */
export type CommandSource = (context: CommandContext) => readonly Command[]
