import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { root } from '../root.mjs'

const modules = join(root, 'node_modules') + sep
const licenseFile = /^(licen[cs]e|copying|notice)/i

/** The licences of all that others wrote and the program holds. */
export function noticesOf(files) {
  const folders = new Set(['swagger-ui-dist', ...files.flatMap(packageOf)])
  return [...folders]
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

/** `@scope/name` or `name`, of a file that is in a package of others. */
function packageOf(file) {
  const at = file.lastIndexOf(`${sep}node_modules${sep}`)
  if (at < 0 || !file.startsWith(modules)) return []
  const [first, second] = file.slice(at + '/node_modules/'.length).split(sep)
  return [first.startsWith('@') ? `${first}/${second}` : first]
}
