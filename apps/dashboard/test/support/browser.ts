import { type Browser, chromium } from 'playwright-core'

const candidates = { executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] }

let launched: Promise<Browser> | undefined

/** One browser for all files that a process runs. It ends with the process. */
export const openBrowser = (): Promise<Browser> => {
  launched ??= chromium.launch(candidates)
  return launched
}
