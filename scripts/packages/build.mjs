import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../fail.mjs'
import { findNode } from '../node.mjs'
import { root } from '../root.mjs'
import { listPackages } from './list.mjs'
import { builtEntry, publishedManifest } from './published-manifest.mjs'

const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')

/** Builds every package into `<target>/<folder>`, as it is published. */
export function buildPackages(target) {
  const packages = listPackages()
  for (const one of packages) {
    const to = join(target, one.folder)
    mkdirSync(to, { recursive: true })
    compile(one, to, typesOf(packages, target))
    copyFileSync(join(root, 'LICENSE'), join(to, 'LICENSE'))
    const readme = join(one.from, 'README.md')
    if (existsSync(readme)) copyFileSync(readme, join(to, 'README.md'))
    writeFileSync(join(to, 'package.json'), `${JSON.stringify(publishedManifest(one.manifest), null, 2)}\n`)
  }
  return packages.map((one) => ({ ...one, built: join(target, one.folder) }))
}

function compile({ name, from }, to, paths) {
  const config = join(to, 'tsconfig.json')
  const compilerOptions = {
    target: 'es2022',
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    lib: ['esnext', 'dom'],
    types: ['node'],
    typeRoots: [join(root, 'node_modules', '@types')],
    rootDir: join(from, 'src'),
    outDir: join(to, 'dist'),
    paths,
  }
  writeFileSync(
    config,
    JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, include: [join(from, 'src')] }),
  )
  try {
    execFileSync(findNode(), [tsc, '-p', config], { stdio: ['ignore', 'pipe', 'inherit'] })
  } catch (error) {
    throw new Failure(`${name} cannot be built:\n${error.stdout ?? error.message}`)
  }
}

/** Of other packages a package sees what is published of them. */
function typesOf(packages, target) {
  const entries = packages.flatMap(({ name, folder, manifest }) =>
    Object.entries(manifest.exports).map(([entry, file]) => [
      join(name, entry),
      [join(target, folder, builtEntry(file).types)],
    ]),
  )
  return Object.fromEntries(entries)
}
