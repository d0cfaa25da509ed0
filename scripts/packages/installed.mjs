import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { findNode } from '../node.mjs'
import { root } from '../root.mjs'

/** An application in which the tarballs are installed, beside what they need. */
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
  return app
}

/** Imports every entry, without anything that reads TypeScript. */
export function importAll(packages, app) {
  const entries = packages.flatMap(({ name, manifest }) =>
    Object.keys(manifest.exports).map((entry) => join(name, entry)),
  )
  return entries.flatMap((entry) => {
    const script = `if (Object.keys(await import('${entry}')).length === 0) throw new Error('it offers nothing')`
    const args = ['--no-strip-types', '--input-type=module', '--eval', script]
    try {
      execFileSync(findNode(), args, { cwd: app, stdio: 'pipe', encoding: 'utf8' })
      return []
    } catch (error) {
      return [`${entry} cannot be imported: ${error.stderr}`]
    }
  })
}
