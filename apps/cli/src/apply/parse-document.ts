import { isMap, isSeq, LineCounter, type Node, parseDocument as parseYaml } from 'yaml'
import { wrongUse } from '../core/failure.ts'
import { parseJson } from '../core/read-json.ts'

/** The content of a file; `placeOf` returns the line and column of a path such as `flags.checkout.rules[0]`. */
export type ParsedDocument = { value: unknown; placeOf(path: string): string }

/**
 * Parses JSON or YAML 1.2. Both are parsed as YAML, for the positions and because it refuses duplicate keys; a `.json` file must
 * be valid JSON as well.
 */
export const parseDocument = (file: string, text: string): ParsedDocument => {
  const isJson = /\.json$/i.test(file)
  const json = isJson ? parseJson(file, text) : undefined
  const lines = new LineCounter()
  const document = parseYaml(text, {
    lineCounter: lines,
    version: '1.2',
    schema: 'core',
    merge: false,
    uniqueKeys: true,
    stringKeys: true,
    // Refuses tags such as !!binary, like all tags outside of the core schema.
    resolveKnownTags: false,
    prettyErrors: false,
  })
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset)
    return `${file}:${line}:${col}`
  }
  const [problem] = [...document.errors, ...document.warnings]
  if (problem) return wrongUse(`${place(problem.pos[0])}: ${words[problem.code] ?? problem.message}.`)
  const offsets = () => offsetsIn(document.contents)
  return {
    value: isJson ? json : resolve(file, () => document.toJS()),
    placeOf: (path) => place(nearestOffset(offsets(), path)),
  }
}

/** Replaces messages of the parser that users would not understand. */
const words: Record<string, string> = {
  DUPLICATE_KEY: 'this key is there twice',
  MULTIPLE_DOCS: 'a second document begins here, and a file has one',
  NON_STRING_KEY: 'a key has to be a text',
}

/** Resolves a document. The parser limits its aliases, so that a small file cannot expand to a huge one. */
const resolve = (file: string, make: () => unknown): unknown => {
  try {
    return make()
  } catch (error) {
    return wrongUse(`${file} cannot be read: ${(error as Error).message}.`)
  }
}

/** Returns the offsets of all fields (their keys) and list items, by path. */
const offsetsIn = (root: Node | null): Map<string, number> => {
  const offsets = new Map<string, number>()
  const walk = (node: unknown, path: string): void => {
    if (isMap<Node>(node)) {
      for (const { key, value } of node.items) {
        const name = String(key)
        const inner = path === '' ? name : `${path}.${name}`
        offsets.set(inner, key.range?.[0] ?? 0)
        walk(value, inner)
      }
    }
    if (isSeq<Node>(node)) {
      for (const [at, item] of node.items.entries()) {
        offsets.set(`${path}[${at}]`, item.range?.[0] ?? 0)
        walk(item, `${path}[${at}]`)
      }
    }
  }
  walk(root, '')
  return offsets
}

/** Returns the offset of a path. For a missing field, this is the offset of the nearest object that exists. */
const nearestOffset = (offsets: ReadonlyMap<string, number>, path: string): number => {
  const found = offsets.get(path)
  if (found !== undefined || path === '') return found ?? 0
  const outer = path.replace(/(?:^|\.)[^.[\]]*$|\[\d+\]$/, '')
  return nearestOffset(offsets, outer === path ? '' : outer)
}
