import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNode } from '../node.mjs'
import { root } from '../root.mjs'
import { builtEntry } from './published-manifest.mjs'

const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
const documented = ['sdk-server', 'sdk-web', 'sdk-react', 'openfeature']

/**
 * Compiles the examples in the published types' comments against the published types, in `app`, where everything is
 * installed. Tells of examples that do not compile, and of public functions that have none.
 */
export function checkExamples(packages, app) {
  const types = packages.filter(({ folder }) => documented.includes(folder)).flatMap(listTypes)
  const examples = types.flatMap(({ file, text }) => examplesIn(text).map((example) => ({ file, ...example })))
  const folder = join(app, 'examples')
  mkdirSync(folder)
  examples.forEach(({ file, language, code }, at) => {
    writeFileSync(join(folder, `example-${at}.${language}`), `// ${file}\n${code}\nexport {}\n`)
  })
  console.log(`${examples.length} examples in comments`)
  const without = types.flatMap(({ file, text, names }) =>
    functionsWithout(text, names).map((name) => `${file}: ${name} has no example`),
  )
  return [...without, ...compile(app)]
}

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

/** The values that an entry offers. */
function namesIn(text) {
  const lists = [...text.matchAll(/export \{([^}]*)\}/g)].flatMap(([, list]) => list.split(','))
  const own = [...text.matchAll(/export declare const (\w+)/g)].map(([, name]) => name)
  return [...lists.map((name) => name.trim()).filter((name) => !name.startsWith('type ')), ...own]
}

function examplesIn(text) {
  const comments = text.match(/\/\*\*[\s\S]*?\*\//g) ?? []
  return comments.flatMap((comment) => {
    const plain = comment.replace(/^ *\* ?/gm, '')
    return [...plain.matchAll(/```(tsx?)\n([\s\S]*?)```/g)].map(([, language, code]) => ({ language, code }))
  })
}

const comment = '(/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/)?'
const constant = new RegExp(`${comment}\\s*export declare const (\\w+): (?:<.*?>)?\\(`, 'g')
const flagsType = /export type (?:Flags = |FixedFlags = Flags & )\{\n([\s\S]*?)\n\};/
const method = new RegExp(`${comment}\\n {4}(\\w+)(?:<.*?>)?\\(`, 'g')

/** Among those that entries offer, and those of the flags that they give. */
function functionsWithout(text, names) {
  const offered = [...text.matchAll(constant)].filter(([, , name]) => names.has(name))
  const methods = [...(flagsType.exec(text)?.[1] ?? '').matchAll(method)]
  return [...offered, ...methods].filter(([, above]) => !above?.includes('@example')).map(([, , name]) => name)
}

function compile(app) {
  const compilerOptions = {
    target: 'esnext',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    lib: ['esnext', 'dom'],
    jsx: 'react-jsx',
    types: ['node'],
  }
  writeFileSync(join(app, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['examples'] }))
  try {
    execFileSync(findNode(), [tsc, '-p', app], { stdio: 'pipe', encoding: 'utf8' })
    return []
  } catch (error) {
    return [`An example does not compile:\n${error.stdout}`]
  }
}
