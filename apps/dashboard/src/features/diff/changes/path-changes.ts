import type { Json } from '@bunting/engine'
import { same } from '../../../format/same.ts'

/** A difference at a path of a document: `limits.max`, `steps[2]`. A missing `before` or `after` is undefined. */
export type PathChange = { path: string; before: Json | undefined; after: Json | undefined }

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
const isObject = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !isList(value)

/** Every path at which two documents differ, at any depth; '' if they have nothing in common. */
export const pathChanges = (before: Json, after: Json, path = ''): PathChange[] => {
  if (same(before, after)) return []
  if (isObject(before) && isObject(after)) return memberChanges(before, after, path)
  if (isList(before) && isList(after)) return elementChanges(before, after, path)
  return [{ path, before, after }]
}

const own = (object: { readonly [name: string]: Json }, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

const memberChanges = (
  before: { readonly [name: string]: Json },
  after: { readonly [name: string]: Json },
  path: string,
): PathChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
    changesAt(own(before, name), own(after, name), path === '' ? name : `${path}.${name}`),
  )

/** Compares lists after their common start and end: an inserted element is one change, not a change of all that follow. */
const elementChanges = (before: readonly Json[], after: readonly Json[], path: string): PathChange[] => {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && same(before[start], after[start])) start++
  let end = 0
  while (end < shorter - start && same(before.at(-1 - end), after.at(-1 - end))) end++
  const [had, has] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  return Array.from({ length: Math.max(had.length, has.length) }, (_, index) =>
    changesAt(had[index], has[index], `${path}[${start + index}]`),
  ).flat()
}

const changesAt = (before: Json | undefined, after: Json | undefined, path: string): PathChange[] =>
  before === undefined || after === undefined
    ? before === after
      ? []
      : [{ path, before, after }]
    : pathChanges(before, after, path)
