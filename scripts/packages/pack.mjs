import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { buildPackages } from './build.mjs'

/** Builds every package and packs it, ready for `npm publish <tarball>`. */
export const packPackages = (target) =>
  buildPackages(target).map((one) => ({ ...one, tarball: pack(one.built, target) }))

/** Packs a folder into a tarball in `target`. */
export function pack(folder, target) {
  const args = ['pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', target]
  const [packed] = Object.values(JSON.parse(execFileSync('npm', args, { cwd: folder, encoding: 'utf8' })))
  return join(target, packed.filename)
}
