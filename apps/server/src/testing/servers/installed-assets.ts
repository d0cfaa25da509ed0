import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { assetsAt } from '../../base/assets.ts'
import { installed } from './server-process.ts'

/** The built assets. Threads from sources would each have to strip the types first. */
export const installedAssets = assetsAt({
  dashboard: join(installed, 'assets', 'dashboard'),
  reference: join(installed, 'assets', 'reference'),
  thread: (name) => pathToFileURL(join(installed, `${name}.js`)),
})
