import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'

const dashboard = join(root, 'apps', 'dashboard', 'dist')
const reference = join(root, 'node_modules', 'swagger-ui-dist')

/** The static files that the server serves: pairs of the name in requests and the file. */
export function listAssets() {
  const pages = readdirSync(dashboard, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
  return [
    ...pages.map((file) => [`dashboard/${file.slice(dashboard.length + 1).replaceAll('\\', '/')}`, file]),
    ...['swagger-ui.css', 'swagger-ui-bundle.js'].map((name) => [`reference/${name}`, join(reference, name)]),
  ]
}

/** The third-party packages in these files. */
export const packagesOfPages = () => [
  'swagger-ui-dist',
  ...JSON.parse(readFileSync(join(dashboard, '.packages.json'), 'utf8')),
]
