import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/** Names of Chromium, the headless one first, since it draws no windows. */
const names = ['chromium-headless-shell', 'chromium', 'Chromium']

/** Disables optimizing compilers: a test does things only a few times, so optimized code costs more than it saves. */
const lightly = '--js-flags=--no-opt --no-maglev'

/** Launches the system's Chromium, which `npm test` puts on the PATH. `optimizes`: as users have it, for measurements. */
export const launchChromium = ({ optimizes = false } = {}): Promise<Browser> => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const files = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  const executablePath = files.find(existsSync)
  if (!executablePath) throw new Error('There is no Chromium on the PATH.')
  return chromium.launch({ executablePath, args: ['--no-sandbox', ...(optimizes ? [] : [lightly])] })
}
