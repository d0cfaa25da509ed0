import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import type { Theme } from './dashboard.ts'

const pictures = join(tmpdir(), 'bunting-pictures')

/** Puts a picture of the page into the folder of pictures, for people to look at. */
export const takePicture = async (page: Page, name: string): Promise<void> => {
  await mkdir(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' })
}

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Serious and critical findings of axe, one line each: an empty list is what a test expects. */
export const findBarriers = async (page: Page): Promise<string[]> => {
  // Evaluated by the browser's debugger, which the page's Content-Security-Policy does not bind.
  await page.evaluate(axe)
  const { violations } = await page.evaluate<AxeResults>('axe.run(document, { resultTypes: ["violations"] })')
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

/** How far the page can be scrolled sideways, in pixels. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Every way a page is looked at. */
export const looks = [
  { name: 'wide-light', width: 1280, theme: 'light' },
  { name: 'wide-dark', width: 1280, theme: 'dark' },
  { name: 'narrow-light', width: 400, theme: 'light' },
  { name: 'narrow-dark', width: 400, theme: 'dark' },
] as const satisfies readonly { name: string; width: number; theme: Theme }[]
