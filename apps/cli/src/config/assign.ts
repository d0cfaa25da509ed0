import type { FlagType } from '@bunting/engine'
import { wrongUse } from '../core/failure.ts'
import { parseValue } from './parse-value.ts'

type Node = Record<string, unknown> | unknown[]

/** Applies `rules[0].value=true` and the like to a copy of a config. `type` is the flag's, and undefined for a segment. */
export const assign = <Draft extends object>(
  type: FlagType | undefined,
  draft: Draft,
  assignments: readonly string[],
  unset: readonly string[],
): Draft => {
  const changed = structuredClone(draft) as Record<string, unknown>
  for (const assignment of assignments) {
    const at = assignment.indexOf('=')
    if (at < 1)
      wrongUse(`"${assignment}" is not an assignment: say field=value, such as rules[0].rolloutPercentage=25.`)
    const path = parsePath(assignment.slice(0, at))
    put(changed, path, readValue(type, path, assignment.slice(at + 1)))
  }
  for (const path of unset) put(changed, parsePath(path), undefined)
  return changed as Draft
}

/** Parses `rules[2].value` into `['rules', 2, 'value']`, the way in which the server writes paths in its errors. */
const parsePath = (text: string): (string | number)[] => {
  if (!/^[A-Za-z]\w*(\[\d+\]|\.[A-Za-z]\w*)*$/.test(text))
    wrongUse(`"${text}" is not a path: write it as rules[0].value.`)
  return [...text.matchAll(/[A-Za-z]\w*|\d+/g)].map(([part]) => (/^\d/.test(part) ? Number(part) : part))
}

const put = (root: Node, path: readonly (string | number)[], value: unknown): void => {
  const last = path.at(-1) as string | number
  let node = root as Record<string | number, unknown>
  for (const [at, part] of path.slice(0, -1).entries()) {
    const next = Object.hasOwn(node, part) ? node[part] : undefined
    if (typeof next !== 'object' || next === null) {
      wrongUse(`${pathText(path)} cannot be set: there is no ${pathText(path.slice(0, at + 1))}.`)
    }
    node = next as Record<string | number, unknown>
  }
  if (Array.isArray(node) && (typeof last !== 'number' || last > node.length)) {
    wrongUse(`${pathText(path)} is past the end: there are ${node.length}.`)
  }
  if (value !== undefined) node[last] = value
  else if (Array.isArray(node)) node.splice(last as number, 1)
  else delete node[last]
}

const pathText = (path: readonly (string | number)[]): string =>
  path.map((part, at) => (typeof part === 'number' ? `[${part}]` : at === 0 ? part : `.${part}`)).join('')

/** Parses a value as JSON if it is JSON, else as text. Values of a string flag stay text; a json flag also takes files. */
const readValue = (type: FlagType | undefined, path: readonly (string | number)[], text: string): unknown => {
  const value = jsonOr(text)
  if (!isAnswer(path)) return value
  if (type === 'json') return parseValue(type, text)
  return type === 'string' && typeof value !== 'string' ? text : value
}

/** Tells whether a path is one of a flag's value: `defaultValue`, `rules[0].value` or `variants[0].value`. */
const isAnswer = (path: readonly (string | number)[]): boolean => {
  const [list, , field] = path
  if (path.length === 1) return list === 'defaultValue'
  return path.length === 3 && (list === 'rules' || list === 'variants') && field === 'value'
}

const jsonOr = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
