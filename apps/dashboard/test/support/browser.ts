import { type Browser, chromium } from 'playwright-core'
import { afterAll } from 'vitest'

const candidates = { executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] }

let launched: Promise<Browser> | undefined

/** One browser for a test file. */
export const openBrowser = (): Promise<Browser> => {
  launched ??= chromium.launch(candidates)
  return launched
}

afterAll(async () => {
  await (await launched)?.close()
})
