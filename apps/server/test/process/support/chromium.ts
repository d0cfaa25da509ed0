import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const names = ['chromium', 'Chromium']

/** The Chromium of the system, which `npm test` puts on the PATH. */
export const launchChromium = (): Promise<Browser> => {
  const files = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  const executablePath = files.find(existsSync)
  if (!executablePath) throw new Error('There is no Chromium on the PATH.')
  return chromium.launch({ executablePath, args: ['--no-sandbox'] })
}
