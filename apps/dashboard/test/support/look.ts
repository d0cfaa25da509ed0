import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { findCovered } from './reach.ts'
import type { Theme } from './windows.ts'

const { BUNTING_PICTURES: pictures } = process.env

/** Puts a picture of the page into the folder that was asked for, for people to look at. */
export const takePicture = async (page: Page, name: string): Promise<void> => {
  if (!pictures) return
  await mkdir(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' })
}

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Runs the rules whose findings are serious or critical, and no others: what they find would be of no account. The source
 * of an element is read where something is wrong with it, not of all of them.
 */
const findSerious = `(async (place) => {
  axe.configure({ noHtml: true })
  const isSerious = ({ impact, enabled, tags }) =>
    ['serious', 'critical'].includes(impact) && enabled && !tags.includes('experimental')
  const runOnly = axe._audit.rules.filter(isSerious).map(({ id }) => id)
  const { violations } = await axe.run(place, { runOnly, resultTypes: ['violations'], preload: false })
  const sourceOf = ({ target }) => document.querySelector(target)?.outerHTML.slice(0, 160)
  return violations.map(({ id, help, nodes }) => id + ': ' + help + ': ' + nodes.map(sourceOf).join(' | '))
})`

/** The page without what stands around every one. */
const inside = `{ include: document, exclude: ['.app > .side', '.main > .top'] }`

/** What lies on the page; else the page. */
const inFront = `(() => {
  const overlays = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')]
  return overlays.length > 0 ? { include: overlays } : ${inside}
})()`

const runAxe = async (page: Page, place: string): Promise<string[]> => {
  // What fades in has too little contrast until it is there.
  const hasAxe = await page.evaluate(() => {
    for (const one of document.getAnimations())
      if (one.effect?.getComputedTiming().iterations !== Infinity) one.finish()
    return 'axe' in window
  })
  // Evaluated by the browser's debugger, which the page's Content-Security-Policy does not bind.
  if (!hasAxe) await page.evaluate(axe)
  return page.evaluate<string[]>(`${findSerious}(${place})`)
}

/**
 * Serious and critical findings of axe in what a test brought about, and what the mouse does not reach there, one line each:
 * an empty list is what it expects. All the rest of every page is looked at once, by `findProblems`.
 */
export const findBarriers = async (page: Page): Promise<string[]> => [
  ...(await runAxe(page, inFront)),
  ...(await findCovered(page)),
]

/** How far the page can be scrolled sideways, in pixels, once what follows the window's width has followed it. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    const endMs = performance.now() + 10_000
    while (sideways() > 0 && performance.now() < endMs) await new Promise(requestAnimationFrame)
    return sideways()
  })

type NamedLook = { name: string; width: number; theme: Theme }

/** Both widths and both themes; and for who wants pictures, each width in each theme. */
const looks: readonly NamedLook[] = [
  { name: 'wide-light', width: 1280, theme: 'light' },
  { name: 'narrow-dark', width: 400, theme: 'dark' },
  ...(pictures
    ? [
        { name: 'wide-dark', width: 1280, theme: 'dark' } as const,
        { name: 'narrow-light', width: 400, theme: 'light' } as const,
      ]
    : []),
]

/**
 * What is wrong with a page as it is now: it must fit every window, in light and dark, and everybody can use it. What stands
 * around every page is looked at once, as the `whole` of one.
 */
export const findProblems = async (page: Page, picture: string, part?: 'whole'): Promise<string[]> => {
  const place = part === 'whole' ? 'document' : inside
  const problems: string[] = []
  for (const { name, width, theme } of looks) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: theme })
    await takePicture(page, `${picture}-${name}`)
    const sideways = await sidewaysScroll(page)
    if (sideways > 0) problems.push(`${name}: scrolls sideways by ${sideways} px`)
    const barriers = [...(await runAxe(page, place)), ...(await findCovered(page))]
    problems.push(...barriers.map((problem) => `${name}: ${problem}`))
  }
  // As wide as it gets, and as narrow as a window is at twice its size.
  for (const width of [1920, 640]) {
    await page.setViewportSize({ width, height: 800 })
    const sideways = await sidewaysScroll(page)
    if (sideways > 0) problems.push(`at ${width} px: scrolls sideways by ${sideways} px`)
  }
  return problems
}
