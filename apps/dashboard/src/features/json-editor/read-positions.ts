/** The lines at which each part of a JSON text begins, and where it stops being valid. Lines count from 1. */
export type Positions = {
  /** By path: `limits.max`, `steps[2]`. The whole document is ''. */
  lines: ReadonlyMap<string, number>
  problem: { line: number; message: string } | undefined
}

const token = /\s+|"(?:[^"\\\n]|\\[^\n])*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/y

/** An open object or array: its path, and the name or index of the member that is read. */
type Open = { kind: '{' | '['; path: string; member: string | number }

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or an end' | 'nothing'

const wanted: Record<Expected, string> = {
  value: 'a value is missing here',
  'value or ]': 'a value or ] is missing here',
  name: 'a name in double quotes is missing here',
  'name or }': 'a name in double quotes or } is missing here',
  ':': 'a colon is missing after the name',
  ', or an end': 'a comma is missing before this, or it is never closed',
  nothing: 'nothing may follow the end',
}

const under = ({ path, member }: Open): string => {
  if (typeof member === 'number') return `${path}[${member}]`
  return path === '' ? member : `${path}.${member}`
}

/** Parses without recursion: a pasted text may be nested to any depth. */
export const readPositions = (text: string): Positions => {
  const lines = new Map<string, number>()
  const open: Open[] = []
  let expected: Expected = 'value'
  let line = 1
  for (let at = 0; at < text.length; ) {
    token.lastIndex = at
    const found = token.exec(text)?.[0]
    if (found === undefined) {
      const message = text[at] === '"' ? 'this text has no closing quote' : wanted[expected]
      return { lines, problem: { line, message } }
    }
    at += found.length
    if (/^\s/.test(found)) {
      line += found.split('\n').length - 1
      continue
    }
    if (isValue(expected, found) && open.length <= deepest) lines.set(placeIn(open), line)
    const next = take(expected, found, open)
    if (next === undefined) return { lines, problem: { line, message: wanted[expected] } }
    expected = next
  }
  return { lines, problem: expected === 'nothing' ? undefined : { line, message: wanted[expected] } }
}

/** The maximum depth of values and schemas. Below it, no problems are reported, and paths would be as long as it is deep. */
const deepest = 64

const placeIn = (open: readonly Open[]): string => {
  const around = open.at(-1)
  return around && open.length <= deepest ? under(around) : ''
}

const isValue = (expected: Expected, found: string): boolean =>
  (expected === 'value' || expected === 'value or ]') && !/^[\]},:]/.test(found)

const afterValue = (open: readonly Open[]): Expected => (open.length === 0 ? 'nothing' : ', or an end')

/** The token expected next; undefined if this one is not allowed here. */
const take = (expected: Expected, found: string, open: Open[]): Expected | undefined => {
  const around = open.at(-1)
  if (isValue(expected, found)) {
    if (found !== '{' && found !== '[') return afterValue(open)
    open.push({ kind: found, path: placeIn(open), member: found === '[' ? 0 : '' })
    return found === '{' ? 'name or }' : 'value or ]'
  }
  if (expected === ':') return found === ':' ? 'value' : undefined
  if (around && found === closing[around.kind] && isEnd[expected]) {
    open.pop()
    return afterValue(open)
  }
  if ((expected === 'name' || expected === 'name or }') && around && found.startsWith('"')) {
    around.member = readName(found)
    return ':'
  }
  if (expected !== ', or an end' || found !== ',' || !around) return undefined
  if (typeof around.member === 'number') around.member += 1
  return around.kind === '{' ? 'name' : 'value'
}

const closing = { '{': '}', '[': ']' }
const isEnd: Partial<Record<Expected, true>> = { 'value or ]': true, 'name or }': true, ', or an end': true }

const readName = (quoted: string): string => {
  try {
    return String(JSON.parse(quoted))
  } catch {
    return quoted
  }
}

/** The line of a part or, if that is missing, of its nearest parent. */
export const lineOf = ({ lines }: Positions, path: string): number => {
  for (let part = path; part !== ''; part = part.slice(0, Math.max(part.lastIndexOf('.'), part.lastIndexOf('['), 0))) {
    const line = lines.get(part)
    if (line !== undefined) return line
  }
  return lines.get('') ?? 1
}
