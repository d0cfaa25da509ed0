/** The number of instructions that take as long as parsing a Unicode class. */
const unicodeClass = 50

type Group = { before: number; last: number; own: number }

const repetition = /\{(\d{1,4})(,(\d{0,4}))?\}/y
const groupHead = /\((?:\?(?:P?<[^>]*>|[a-zA-Z-]*[:)]))?/y
const escaped = /\\(?:[pPx]\{[^}]*\}|.)/sy
const posixClass = /\[:\^?\w+:\]/y

/**
 * Estimates the number of instructions of a pattern from its text alone, so that nested repetitions are detected before it
 * is compiled. It rather overestimates; for a text that is no pattern the result means nothing.
 */
export function patternSize(pattern: string): number {
  const open: Group[] = []
  let group: Group = { before: 0, last: 0, own: 0 }
  let classes = 0
  let at = 0
  const match = (what: RegExp) => {
    what.lastIndex = at
    return what.exec(pattern)
  }
  const add = (size: number, units: number) => {
    group.before += group.last
    group.last = size
    at += units
  }
  const skipEscape = () => {
    const [text = '\\'] = match(escaped) ?? []
    if (/[pP]/.test(text.charAt(1))) classes++
    at += text.length
  }
  const skipClass = () => {
    at += pattern.startsWith('[^', at) ? 2 : 1
    // A bracket that comes first is a member of the class.
    if (pattern.charAt(at) === ']') at++
    while (at < pattern.length && pattern.charAt(at) !== ']') {
      if (pattern.charAt(at) === '\\') skipEscape()
      else at += match(posixClass)?.[0].length ?? 1
    }
    add(1, 1)
  }
  const repeat = () => {
    const [text, min, range, max] = match(repetition) ?? []
    if (text === undefined) return add(1, 1)
    const times = Math.max(1, Number(min), Number(max ?? 0))
    group.last = times * group.last + (range === undefined ? 0 : times - Number(min) + 1)
    at += text.length
  }
  const openGroup = () => {
    const [head = '('] = match(groupHead) ?? []
    at += head.length
    if (head.endsWith(')')) return
    open.push(group)
    group = { before: 0, last: 0, own: head.endsWith(':') ? 0 : 2 }
  }
  const closeGroup = () => {
    const { before, last, own } = group
    group = open.pop() ?? { before: 0, last: 0, own: 0 }
    add(before + last + own, 1)
  }
  const quoted = () => {
    const end = indexAfter(pattern, '\\E', at)
    add(end - at, end - at)
  }
  while (at < pattern.length) {
    const character = pattern.charAt(at)
    if (pattern.startsWith('\\Q', at)) quoted()
    else if (character === '\\') {
      skipEscape()
      add(1, 0)
    } else if (character === '[') skipClass()
    else if (character === '(') openGroup()
    else if (character === ')') closeGroup()
    else if (character === '{') repeat()
    else if ('*+?'.includes(character)) {
      group.last++
      at++
    } else add(1, 1)
  }
  const all = [...open, group].reduce((sum, { before, last, own }) => sum + before + last + own, 2)
  return all + classes * unicodeClass
}

const indexAfter = (text: string, wanted: string, from: number): number => {
  const found = text.indexOf(wanted, from)
  return found < 0 ? text.length : found + wanted.length
}
