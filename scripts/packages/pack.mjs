import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Failure, reportFailures } from '../fail.mjs'
import { buildPackages } from './build.mjs'

/** Builds every package and packs it, ready for `npm publish <tarball>`. */
export function packPackages(target) {
  return buildPackages(target).map((one) => {
    rmSync(join(one.built, 'tsconfig.json'))
    return { ...one, tarball: packFolder(one.built, target) }
  })
}

/** The tarball of what lies in a folder, in another. */
export function packFolder(folder, target) {
  const args = ['pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', target]
  const [packed] = Object.values(JSON.parse(execFileSync('npm', args, { cwd: folder, encoding: 'utf8' })))
  return join(target, packed.filename)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await reportFailures(async () => {
    const [folder] = process.argv.slice(2)
    if (!folder) throw new Failure('Say where the packages go: node scripts/packages/pack.mjs <folder>')
    const target = resolve(folder)
    mkdirSync(target, { recursive: true })
    for (const { name, tarball } of packPackages(target)) console.log(`${name}  ${tarball}`)
  })
}
