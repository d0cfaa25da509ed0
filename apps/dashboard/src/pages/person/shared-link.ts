import type { Typed } from '../../features/try-it/context.ts'

/** A context as a part of a link to share. */
export const writeShared = (typed: Typed): string => new URLSearchParams(typed).toString()

/** What came with a link; undefined where nothing did. */
export const readShared = (text: string | undefined): Typed | undefined =>
  text === undefined || text === '' ? undefined : Object.fromEntries(new URLSearchParams(text))
