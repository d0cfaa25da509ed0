import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'

/** Creates an application in which the tarballs and their dependencies are installed. */
export function installPackages(packages, target) {
  const app = join(target, 'app')
  const modules = join(app, 'node_modules')
  mkdirSync(join(modules, '@bunting'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@bunting' && !name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  for (const { folder, tarball } of packages) {
    const to = join(modules, '@bunting', folder)
    mkdirSync(to)
    execFileSync('tar', ['-xzf', tarball, '-C', to, '--strip-components', '1'])
  }
  writeFileSync(join(app, 'package.json'), '{ "type": "module" }')
  return app
}

/** All entries that an application can import. */
export const entriesOf = (packages) =>
  packages.flatMap(({ name, manifest }) => Object.keys(manifest.exports).map((entry) => join(name, entry)))
