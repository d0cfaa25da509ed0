import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pack } from '../packages/pack.mjs'
import { origin } from '../packages/published-manifest.mjs'
import { root } from '../root.mjs'
import { listAssets, packagesOfPages } from './assets.mjs'
import { bundleModules } from './bundle.mjs'
import { noticesOf, packagesOf } from './notices.mjs'

const program = join(root, 'apps', 'bunting')

/** Builds the package `bunting` as it is published: self-contained, with no dependencies. */
export async function buildProgram(folder) {
  const dist = join(folder, 'dist')
  mkdirSync(join(folder, 'bin'), { recursive: true })
  const modules = await bundleModules(dist)
  for (const [name, file] of listAssets()) {
    const place = join(dist, 'assets', name)
    mkdirSync(dirname(place), { recursive: true })
    copyFileSync(file, place)
  }
  cpSync(join(program, 'bin', 'installed.mjs'), join(folder, 'bin', 'bunting.mjs'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), noticesOf([...packagesOf(modules), ...packagesOfPages()]))
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  copyFileSync(join(program, 'README.md'), join(folder, 'README.md'))
}

export async function packProgram(target) {
  const folder = join(target, 'bunting-package')
  await buildProgram(folder)
  return pack(folder, target)
}

function manifest() {
  const { dependencies, ...rest } = JSON.parse(readFileSync(join(program, 'package.json'), 'utf8'))
  return { ...rest, ...origin('apps/bunting'), files: ['bin', 'dist', 'THIRD-PARTY-NOTICES.txt'] }
}
