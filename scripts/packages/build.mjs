import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compile } from '../compile.mjs'
import { root } from '../root.mjs'
import { listPackages } from './list.mjs'
import { publishedManifest } from './published-manifest.mjs'

/** Builds every package into `<target>/<folder>`, as it is published. */
export function buildPackages(target) {
  const packages = listPackages()
  compile(packages.map(({ from }) => from))
  return packages.map((one) => {
    const built = join(target, one.folder)
    for (const file of compiledFiles(one.from)) copyFile(join(one.from, file), join(built, file))
    copyFile(join(root, 'LICENSE'), join(built, 'LICENSE'))
    copyFile(join(one.from, 'README.md'), join(built, 'README.md'))
    const manifest = publishedManifest(one.manifest, `packages/${one.folder}`)
    writeFileSync(join(built, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    return { ...one, built }
  })
}

/** The compiled files of the present sources, without leftovers of removed ones in `dist`. */
function compiledFiles(folder) {
  return readdirSync(join(folder, 'src'), { recursive: true })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join('dist', file.replace(/\.tsx?$/, '')))
    .flatMap((file) => [`${file}.js`, `${file}.d.ts`])
}

function copyFile(from, to) {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
}
