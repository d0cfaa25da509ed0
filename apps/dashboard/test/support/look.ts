import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { findCovered } from './reach.ts'
import type { Theme } from './windows.ts'

const { BUNTING_PICTURES: pictures } = process.env

/** Saves a screenshot of the page to the requested folder, for people to look at. */
export const takePicture = async (page: Page, name: string): Promise<void> => {
  if (!pictures) return
  await mkdir(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' })
}

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Runs only the rules whose findings are serious or critical, since others would be ignored. Reads the source only of
 * elements with findings.
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

/** The page without the sidebar and the top bar that every page has. */
const inside = `{ include: document, exclude: ['.app > .side', '.main > .top'] }`

/** The overlays of the page if there are any; else the page. */
const inFront = `(() => {
  const overlays = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')]
  return overlays.length > 0 ? { include: overlays } : ${inside}
})()`

const runAxe = async (page: Page, place: string): Promise<string[]> => {
  // Finishes animations, since elements that fade in have too little contrast until the end.
  const hasAxe = await page.evaluate(() => {
    for (const one of document.getAnimations())
      if (one.effect?.getComputedTiming().iterations !== Infinity) one.finish()
    return 'axe' in window
  })
  // Evaluated by the browser's debugger, to which the page's Content-Security-Policy does not apply.
  if (!hasAxe) await page.evaluate(axe)
  return page.evaluate<string[]>(`${findSerious}(${place})`)
}

/**
 * Serious and critical findings of axe in the part that a test opened, and controls there that the mouse cannot reach,
 * one per line; a test expects none. The rest of every page is checked once, by `findProblems`.
 */
export const findBarriers = async (page: Page): Promise<string[]> => [
  ...(await runAxe(page, inFront)),
  ...(await findCovered(page)),
]

/** The pixels by which the page scrolls sideways, once its layout has adapted to the window's width. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    const endMs = performance.now() + 10_000
    while (sideways() > 0 && performance.now() < endMs) await new Promise(requestAnimationFrame)
    return sideways()
  })

type NamedLook = { name: string; width: number; theme: Theme }

/** Both widths and both themes once; for screenshots, each width in each theme. */
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
 * The problems of a page as it is now: it must fit every window, in light and dark, and be accessible. The parts around
 * every page are checked once, with `whole`.
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
  // The widest window, and one as narrow as at a zoom of 200 %.
  for (const width of [1920, 640]) {
    await page.setViewportSize({ width, height: 800 })
    const sideways = await sidewaysScroll(page)
    if (sideways > 0) problems.push(`at ${width} px: scrolls sideways by ${sideways} px`)
  }
  return problems
}
