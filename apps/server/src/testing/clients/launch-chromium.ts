import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/** Without the windows that a whole one draws for nobody, where there is such a one. */
const names = ['chromium-headless-shell', 'chromium', 'Chromium']

/** What a test has a page do it does a few times: making code of it that is fast in the end costs more than it saves. */
const lightly = '--js-flags=--no-opt --no-maglev'

/** The Chromium of the system, which `npm test` puts on the PATH. `optimizes`: as people have it, for what is measured. */
export const launchChromium = ({ optimizes = false } = {}): Promise<Browser> => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const files = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  const executablePath = files.find(existsSync)
  if (!executablePath) throw new Error('There is no Chromium on the PATH.')
  return chromium.launch({ executablePath, args: ['--no-sandbox', ...(optimizes ? [] : [lightly])] })
}
