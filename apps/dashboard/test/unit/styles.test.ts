import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '..', '..', 'src')
const filesOf = (pattern: string): string[] => globSync(pattern, { cwd: src })
const textOf = (file: string): string => readFileSync(join(src, file), 'utf8')
/** The folder that owns a file: `pages/flag`, `shell`, `features/diff`. */
const roomOf = (file: string): string => {
  const [layer = '', room = ''] = file.split(sep)
  return ['shell', 'app'].includes(layer) ? layer : `${layer}/${room}`
}

/** The classes with which the rules of a stylesheet begin, which apply anywhere in the document. */
const outerClasses = (css: string): string[] => {
  const found: string[] = []
  let depth = 0
  for (const [, selector = '', end = ''] of css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]*)([{};])/g)) {
    if (end === ';') continue
    if (end === '}') {
      depth -= 1
      continue
    }
    // The first rule is in a layer; nested rules are narrower than the one around them.
    const isOuter = depth === 1 && !selector.trim().startsWith('@')
    if (isOuter) found.push(...selector.split(',').flatMap((one) => /^\s*\.([\w-]+)\s*$/.exec(one)?.[1] ?? []))
    depth += 1
  }
  return found
}

const usedClasses = (tsx: string): Set<string> => {
  const names = [...tsx.matchAll(/className=(?:"([^"]*)"|\{classes\(([^}]*)\)\})/g)].flatMap(([, plain, made = '']) =>
    plain === undefined ? [...made.matchAll(/'([^']*)'/g)].map(([, one = '']) => one) : [plain],
  )
  return new Set(names.flatMap((text) => text.split(/\s+/)))
}

test('styles of a page stay when it is left, and mean nothing on another one', () => {
  const used = filesOf('**/*.tsx').map((file) => ({ file, room: roomOf(file), classes: usedClasses(textOf(file)) }))
  const meant = filesOf('pages/**/*.css').flatMap((file) =>
    outerClasses(textOf(file)).flatMap((name) =>
      used
        .filter(({ room, classes }) => room !== roomOf(file) && classes.has(name))
        .map((other) => `.${name} of ${file} is also in ${other.file}`),
    ),
  )
  expect(meant).toEqual([])
  expect(used.some(({ classes }) => classes.has('flag-rows'))).toBe(true)
})
