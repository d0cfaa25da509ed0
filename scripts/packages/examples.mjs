import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNode } from '../node.mjs'
import { root } from '../root.mjs'
import { entriesOf } from './installed.mjs'
import { builtEntry } from './published-manifest.mjs'

const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
const documented = ['sdk-server', 'sdk-web', 'sdk-react', 'openfeature']

/**
 * Compiles an application in `app` against the published types: it imports every entry, and contains the examples of
 * comments, READMEs and the pages of docs/. Reports errors, and public functions without an example.
 */
export function checkExamples(packages, app) {
  const types = packages.filter(({ folder }) => documented.includes(folder)).flatMap(listTypes)
  const inComments = types.flatMap(({ file, text }) => examplesIn(text).map((example) => ({ file, ...example })))
  const inReadmes = packages.flatMap(listReadme)
  const onPages = listPages()
  const examples = [...inComments, ...inReadmes, ...onPages]
  const folder = join(app, 'examples')
  mkdirSync(folder)
  examples.forEach(({ file, language, code }, at) => {
    writeFileSync(join(folder, `example-${at}.${language}`), `// ${file}\n${code}\nexport {}\n`)
  })
  const imports = entriesOf(packages).map((entry, at) => `export * as entry${at} from '${entry}'`)
  writeFileSync(join(folder, 'entries.ts'), imports.join('\n'))
  console.log(`${inComments.length} examples in comments, ${inReadmes.length} in READMEs, ${onPages.length} on pages`)
  const without = types.flatMap(({ file, text, names }) =>
    functionsWithout(text, names).map((name) => `${file}: ${name} has no example`),
  )
  return [...without, ...resolutions.flatMap((resolution) => compile(app, resolution))]
}

function listReadme({ name, built }) {
  const text = readFileSync(join(built, 'README.md'), 'utf8')
  return codeIn(text).map((example) => ({ file: `${name}/README.md`, ...example }))
}

function listPages() {
  const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
  const files = ['README.md', ...docs.map((name) => join('docs', name))]
  return files.flatMap((file) =>
    codeIn(readFileSync(join(root, file), 'utf8'))
      .filter(({ code }) => !importsOwnFile.test(code))
      .map((example) => ({ file, ...example })),
  )
}

/** A file that the page makes is not here; the page's own test runs the code with it. */
const importsOwnFile = / from '\.\//

function listTypes({ name, built, manifest }) {
  const dist = join(built, 'dist')
  const entries = Object.values(manifest.exports).map((file) =>
    readFileSync(join(built, builtEntry(file).types), 'utf8'),
  )
  const names = new Set(entries.flatMap(namesIn))
  return readdirSync(dist, { recursive: true })
    .filter((file) => file.endsWith('.d.ts'))
    .map((file) => ({ file: `${name}/${file}`, text: readFileSync(join(dist, file), 'utf8'), names }))
}

/** The values that an entry exports. */
function namesIn(text) {
  const lists = [...text.matchAll(/export \{([^}]*)\}/g)].flatMap(([, list]) => list.split(','))
  const own = [...text.matchAll(/export declare const (\w+)/g)].map(([, name]) => name)
  return [...lists.map((name) => name.trim()).filter((name) => !name.startsWith('type ')), ...own]
}

function examplesIn(text) {
  const comments = text.match(/\/\*\*[\s\S]*?\*\//g) ?? []
  return comments.flatMap((comment) => {
    const plain = comment.replace(/^ *\* ?/gm, '')
    return codeIn(plain)
  })
}

const codeIn = (text) =>
  [...text.matchAll(/```(tsx?)(?: .*)?\n([\s\S]*?)```/g)].map(([, language, code]) => ({ language, code }))

const comment = '(/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/)?'
const constant = new RegExp(`${comment}\\s*export declare const (\\w+): (?:<.*?>)?\\(`, 'g')
const flagsType = /export type (?:Flags = |FixedFlags = Flags & )\{\n([\s\S]*?)\n\};/
const method = new RegExp(`${comment}\\n {4}(\\w+)(?:<.*?>)?\\(`, 'g')

/** The exported functions, and methods of flags, that have no example. */
function functionsWithout(text, names) {
  const offered = [...text.matchAll(constant)].filter(([, , name]) => names.has(name))
  const methods = [...(flagsType.exec(text)?.[1] ?? '').matchAll(method)]
  const found = [...offered, ...methods].map(([, above, name]) => ({ name, isShown: above?.includes('@example') }))
  // Of a function with several signatures one example is enough.
  return found.filter(({ name }) => !found.some((one) => one.name === name && one.isShown)).map(({ name }) => name)
}

/** The ways to resolve types: Node's, and that of bundlers. */
const resolutions = [{ module: 'nodenext' }, { module: 'esnext', moduleResolution: 'bundler' }]

/** Errors in the types of third-party packages. */
const isOfOthers = /^node_modules\/(?!@bunting\/)/

function compile(app, resolution) {
  const compilerOptions = {
    ...resolution,
    target: 'esnext',
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    lib: ['esnext', 'dom'],
    jsx: 'react-jsx',
    types: ['node'],
  }
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['examples'] }))
  try {
    execFileSync(findNode(), [tsc, '-p', app], { stdio: 'pipe', encoding: 'utf8' })
    return []
  } catch (error) {
    const mistakes = error.stdout.split(/\n(?=\S)/).filter((text) => text.trim() !== '' && !isOfOthers.test(text))
    return mistakes.map((text) => `With ${JSON.stringify(resolution)} an example does not compile:\n${text}`)
  }
}
