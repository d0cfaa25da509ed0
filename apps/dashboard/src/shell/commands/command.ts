import type { ReactNode } from 'react'

/** Something the palette can do or open. */
export type Command = {
  id: string
  /** The heading it stands under. */
  group: string
  label: string
  /** A key or an id that is searched as well. */
  code?: string
  /** An icon, or a flag's bunting. */
  lead: ReactNode
  /** What does the same without the palette. */
  keys?: string
  run(): void
  /** What else can be done with it: reached by Tab. */
  actions?(): readonly Command[]
}

/** A hook that says what can be done here. */
export type CommandSource = (place: { projectId: string }) => readonly Command[]
