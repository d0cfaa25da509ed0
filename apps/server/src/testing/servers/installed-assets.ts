import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { assetsAt } from '../../base/assets.ts'
import { installed } from './server-process.ts'

/** Threads as they are built: from sources each would have to take the types out first. */
export const installedAssets = assetsAt({
  dashboard: join(installed, 'assets', 'dashboard'),
  reference: join(installed, 'assets', 'reference'),
  thread: (name) => pathToFileURL(join(installed, `${name}.js`)),
})
