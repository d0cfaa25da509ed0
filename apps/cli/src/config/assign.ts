import { wrongUse } from '../failure.ts'
import type { Flag } from '../server/flags.ts'
import type { Draft } from './flag-config.ts'

type Node = Record<string, unknown> | unknown[]

/** Applies `rules[0].value=true` and the like to a copy. */
export const assign = (flag: Flag, draft: Draft, assignments: readonly string[], unset: readonly string[]): Draft => {
  const changed = structuredClone(draft) as unknown as Record<string, unknown>
  for (const assignment of assignments) {
    const at = assignment.indexOf('=')
    if (at < 1)
      wrongUse(`"${assignment}" is not an assignment: say field=value, such as rules[0].rolloutPercentage=25.`)
    const path = parsePath(assignment.slice(0, at))
    put(changed, path, readValue(flag, path, assignment.slice(at + 1)))
  }
  for (const path of unset) put(changed, parsePath(path), undefined)
  return changed as unknown as Draft
}

/** `rules[2].value` is `['rules', 2, 'value']`: as the server writes paths when it refuses something. */
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

/** JSON where it is some, else a text; what a string flag answers with is always a text. */
const readValue = (flag: Flag, path: readonly (string | number)[], text: string): unknown => {
  const answers = path.at(-1) === 'defaultValue' || (path.at(-1) === 'value' && !path.includes('conditions'))
  const value = jsonOr(text)
  return flag.type === 'string' && answers && typeof value !== 'string' ? text : value
}

const jsonOr = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
