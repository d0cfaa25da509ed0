import type { Browser } from 'playwright-core'
import { launchChromium } from './launch-chromium.ts'

let launched: Promise<Browser> | undefined

/** The browser shared by all files that a process runs. It ends with the process. */
export const openBrowser = (): Promise<Browser> => {
  launched ??= launchChromium()
  return launched
}
