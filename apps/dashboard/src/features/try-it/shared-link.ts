import type { Typed } from '../../features/try-it/context.ts'

/** A context as a search parameter of a link to share. */
export const writeShared = (typed: Typed): string => new URLSearchParams(typed).toString()

/** The context of a link; undefined if it has none. */
export const readShared = (text: string | undefined): Typed | undefined =>
  text === undefined || text === '' ? undefined : Object.fromEntries(new URLSearchParams(text))
