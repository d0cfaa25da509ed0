import { limits, withoutHidden } from '@bunting/contract'
import type { Source } from '../converted.ts'

const cut = (text: string, max: number): string => (text.length <= max ? text : `${text.slice(0, max - 1)}…`)

/** Makes a one-line name of a text from outside. */
export const nameFor = (text: string, otherwise: string): string =>
  cut(withoutHidden(text.replace(/\s+/g, ' ')).trim(), limits.name) || cut(otherwise, limits.name)

/** The description in the source, with the flag's origin as its last line. */
export const descriptionFor = (text: string | null | undefined, origin: string): string => {
  const said = withoutHidden(text ?? '').trim()
  const last = cut(origin, limits.description / 2)
  return said === '' ? last : `${cut(said, limits.description - last.length - 2)}\n\n${last}`
}

const tagFor = (text: string): string => cut(withoutHidden(text.replace(/\s+/g, ' ')).trim(), limits.tag).trim()

export const tagsFor = (source: Source, tags: readonly string[]): string[] =>
  [...new Set([`from-${source}`, ...tags.map(tagFor).filter((tag) => tag !== '')])].slice(0, limits.tags)
