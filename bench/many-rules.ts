import { createClient } from '@bunting/contract'
import type { CDPSession, Page } from 'playwright-core'
import { launchChromium } from '../apps/server/src/testing/clients/launch-chromium.ts'
import { startServer } from '../apps/server/src/testing/servers/server-process.ts'
import { type BenchDatabase, chosenDatabases } from './support/databases.ts'
import { median, table } from './support/figures.ts'
import { machine } from './support/machine.ts'

const rules = 100
const times = 15
const limits = { shownMs: 500, eventMs: 50 }

const manyRules = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `rule_${at}`,
    name: `Rule number ${at + 1}`,
    conditions: [
      { attribute: 'email', operator: 'ends_with' as const, value: '@northpier.example' },
      { attribute: 'country', operator: 'in' as const, value: ['NL', 'BE', 'DE', 'FR', 'LU'] },
      { attribute: 'plan', operator: 'equals' as const, value: `pro-${at + 1}` },
    ],
    value: true,
    rolloutPercentage: 10,
  }))

/** About 54 KB as the editor lays it out. */
const largeValue = {
  tiers: Array.from({ length: 330 }, (_, at) => ({
    name: `tier-${at}`,
    perMinute: at * 60,
    burst: at,
    regions: ['eu-west-1', 'eu-central-1', 'us-east-1'],
  })),
}

/** The paths of flags of one rule, of a hundred (as many as are opened: what was read once is there already) and of a document. */
const fill = async (url: string, key: string) => {
  const api = createClient({ baseUrl: url, key })
  const projectId = (await api.listProjects({})).items[0]?.id ?? ''
  const { items } = await api.listEnvironments({ params: { projectId } })
  const envId = items.find(({ slug }) => slug === 'staging')?.id ?? ''
  const make = async (flagKey: string, type: 'boolean' | 'json', config: object): Promise<string> => {
    await api.createFlag({ params: { projectId }, body: { key: flagKey, name: flagKey, type } })
    const body = { version: 1, enabled: true, rules: [], ...config } as never
    await api.createFlagVersion({ params: { projectId, envId, flagKey }, body })
    return `/projects/${projectId}/flags/${flagKey}?env=staging`
  }
  const many: string[] = []
  for (let at = 0; at < times; at += 1) {
    many.push(await make(`many-rules-${at}`, 'boolean', { defaultValue: false, rules: manyRules(rules) }))
  }
  return {
    one: await make('one-rule', 'boolean', { defaultValue: false, rules: manyRules(1) }),
    many,
    json: await make('document', 'json', { defaultValue: largeValue }),
  }
}

/** Goes there as a link does. */
const follow = (page: Page, path: string) =>
  page.evaluate((to) => {
    const key = crypto.randomUUID()
    history.pushState({ __TSR_index: (history.state?.__TSR_index ?? 0) + 1, __TSR_key: key, key }, '', to)
  }, path)

const whenWhole = (page: Page, count: number) =>
  page.waitForFunction((wanted) => document.querySelectorAll('.rule-body').length === wanted, count)

type Shown = { waitMs: number; busyMs: number }

/** From when a flag is there until all of its rules are whole and painted, and what that takes of the processor. */
const show = async (page: Page, devTools: CDPSession, path: string): Promise<Shown> => {
  await page.evaluate((count) => {
    const look = new MutationObserver(() => {
      if (document.querySelectorAll('.rule-body').length < count) return
      look.disconnect()
      requestAnimationFrame(() => setTimeout(() => Object.assign(window, { shownAt: performance.now() })))
    })
    look.observe(document.body, { subtree: true, childList: true })
    Object.assign(window, { shownAt: undefined })
  }, rules)
  const before = await taskMs(devTools)
  await follow(page, path)
  const shownAt = await page.waitForFunction(() => (window as { shownAt?: number }).shownAt)
  const busyMs = (await taskMs(devTools)) - before
  const [name = ''] = /[^/]+(?=\?)/.exec(path) ?? []
  const thereAt = await page.evaluate(
    (key) =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).find((one) =>
        one.name.endsWith(`/flags/${key}`),
      )?.responseEnd,
    name,
  )
  return { waitMs: Number(await shownAt.jsonValue()) - Number(thereAt), busyMs }
}

/** Until nothing is left to do, also of what was put off. It asks for no frame, whose cost would be counted. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, 60))
      await new Promise((resolve) => requestIdleCallback(resolve))
    }
  })

/** The processor time of the page's main thread. */
const taskMs = async (devTools: CDPSession): Promise<number> => {
  const { metrics } = await devTools.send('Performance.getMetrics')
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}

const cost = async (page: Page, devTools: CDPSession, act: () => Promise<void>): Promise<number[]> => {
  const took: number[] = []
  for (let at = 0; at < times; at += 1) {
    await settle(page)
    const before = await taskMs(devTools)
    await act()
    await settle(page)
    took.push((await taskMs(devTools)) - before)
  }
  return took
}

/** By its place: finding it among so many takes the page longer than what it does. */
const pressSwitch = async (page: Page) => {
  const found = page.getByRole('switch', { name: 'Rule number 1: on', exact: true })
  await found.click()
  await found.click()
  const box = await found.boundingBox()
  const [x, y] = [(box?.x ?? 0) + 8, (box?.y ?? 0) + 8]
  return async () => {
    await page.mouse.click(x, y)
  }
}

const rows: string[][] = []
const row = (what: string, took: readonly number[], limitMs: number | undefined): void => {
  rows.push([
    what,
    ...[Math.min(...took), median(took), Math.max(...took)].map((ms) => ms.toFixed(0)),
    limitMs === undefined ? '' : `${limitMs}`,
  ])
  if (limitMs !== undefined && median(took) > limitMs) process.exitCode = 1
}

for (const open of chosenDatabases().slice(0, 1)) {
  const database: BenchDatabase = await open()
  await using server = await startServer(database.settings)
  const browser = await launchChromium({ optimizes: true })
  try {
    const paths = await fill(server.managementUrl, server.firstKey ?? '')
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    await context.request.get(server.signInLink ?? '', { maxRedirects: 0 })
    const page = await context.newPage()
    await page.goto(server.managementUrl)
    const devTools = await context.newCDPSession(page)
    await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })

    await page.goto(`${server.managementUrl}${paths.one}`)
    const shown: Shown[] = []
    for (const path of paths.many) {
      await whenWhole(page, 1)
      await settle(page)
      shown.push(await show(page, devTools, path))
      await follow(page, paths.one)
    }
    const waits = shown.map(({ waitMs }) => waitMs)
    row(`${rules} rules are whole, after their flag is there`, waits, limits.shownMs)
    const busy = shown.map(({ busyMs }) => busyMs)
    row(`${rules} rules are opened, processor time`, busy, undefined)

    for (const [count, path] of [
      [rules, paths.many[0] ?? ''],
      [1, paths.one],
    ] as const) {
      await follow(page, path)
      await whenWhole(page, count)
      const turn = await pressSwitch(page)
      row(`a rule of ${count} is turned, processor time`, await cost(page, devTools, turn), limits.eventMs)
    }

    await follow(page, paths.json)
    const field = page.getByLabel('Default value')
    await field.click()
    await page.keyboard.press('ControlOrMeta+Home')
    for (const _ of Array(4)) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    const size = (await field.inputValue()).length
    const type = () => page.keyboard.press('Space')
    row(
      `a key in ${Math.round(size / 1_000)} KB of JSON, processor time`,
      await cost(page, devTools, type),
      limits.eventMs,
    )
  } finally {
    await browser.close()
    await server.stop()
    await database.remove()
  }
}
process.stdout.write(
  `\n# A flag of ${rules} rules\n\nIn the editor, ${times} times each, in ms. It fails where a median is over its limit.\n${machine()}\n\n${table(['', 'least', 'median', 'most', 'limit'], rows)}\n`,
)
