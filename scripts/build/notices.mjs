import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { root } from '../root.mjs'

const modules = join(root, 'node_modules') + sep
const licenseFile = /^(licen[cs]e|copying|notice)/i

/** The licences of third-party packages. */
export function noticesOf(names) {
  return [...new Set(names)]
    .sort()
    .map((name) => {
      const folder = join(modules, name)
      const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      const texts = readdirSync(folder)
        .filter((file) => licenseFile.test(file))
        .map((file) => readFileSync(join(folder, file), 'utf8').trim())
      return [`${name} ${version} (${license})`, ...texts].join('\n\n')
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`)
    .concat('\n')
}

/** The third-party packages of a list of files. */
export const packagesOf = (files) => [...new Set(files.flatMap(packageOf))].sort()

/** The package of a file, `@scope/name` or `name`; none if it is in no package. */
function packageOf(file) {
  const at = file.lastIndexOf(`${sep}node_modules${sep}`)
  if (at < 0 || !file.startsWith(modules)) return []
  const [first, second] = file.slice(at + '/node_modules/'.length).split(sep)
  return [first.startsWith('@') ? `${first}/${second}` : first]
}
