import { type Fields, isObject } from './json.ts'
import { findKeyword } from './keywords/index.ts'
import type { Place } from './places.ts'

export type Anchors = ReadonlyMap<string, Fields>

export const anchorsOf = (places: readonly Place[]): Anchors =>
  new Map(places.flatMap(({ schema }) => anchorNames(schema).map((name) => [name, schema] as const)))

export const anchorNames = ({ $anchor, $dynamicAnchor }: Fields): string[] =>
  [$anchor, $dynamicAnchor].filter((name) => typeof name === 'string')

/** The schema that a reference leads to; undefined if there is none. */
export function findTarget(root: unknown, anchors: Anchors, reference: string): unknown {
  const fragment = decoded(reference.slice(1))
  if (fragment === undefined) return undefined
  if (fragment !== '' && !fragment.startsWith('/')) return anchors.get(fragment)
  const tokens = fragment.split('/').slice(1)
  return follow(root, tokens.map(unescaped))
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const unescaped = (token: string) => token.replaceAll('~1', '/').replaceAll('~0', '~')

/** Follows only keywords that hold schemas: anything elsewhere is no schema, whatever it looks like. */
function follow(root: unknown, tokens: readonly string[]): unknown {
  let schema = root
  for (let at = 0; at < tokens.length; at++) {
    const name = tokens[at] as string
    const held = findKeyword(name)?.form.schemas
    if (held === undefined || !isObject(schema)) return undefined
    schema = own(schema, name)
    if (held === 'one') continue
    const part = tokens[++at]
    if (part === undefined || (held === 'list' && !isIndex(part))) return undefined
    schema = own(schema, part)
  }
  return schema
}

const isIndex = (token: string) => /^(?:0|[1-9][0-9]*)$/.test(token)

const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Fields)[name] : undefined
