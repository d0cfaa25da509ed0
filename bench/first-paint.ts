import { createClient } from '@bunting/contract'
import type { Browser, BrowserContext } from 'playwright-core'
import { launchChromium } from '../apps/server/src/testing/clients/launch-chromium.ts'
import { startServer } from '../apps/server/src/testing/servers/server-process.ts'
import { type BenchDatabase, chosenDatabases } from './support/databases.ts'
import { median, table } from './support/figures.ts'
import { machine } from './support/machine.ts'

const flags = 60
const visits = 5
const limitMs = 4_000

/** A slow line: 400 kbit/s each way, and 400 ms until the first byte of anything comes back. */
const line = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

const fill = async (url: string, key: string): Promise<string> => {
  const api = createClient({ baseUrl: url, key })
  const [project] = (await api.listProjects({})).items
  const projectId = project?.id ?? ''
  const { items: environments } = await api.listEnvironments({ params: { projectId } })
  for (let at = 0; at < flags; at++) {
    const flagKey = `flag-${at}`
    const body = { key: flagKey, name: `Flag number ${at}`, type: 'boolean' as const }
    await api.createFlag({ params: { projectId }, body })
    for (const { id: envId } of environments) {
      const rules = [{ id: 'rollout', name: 'Rollout', value: true, rolloutPercentage: at }]
      const version = { version: 1, enabled: true, defaultValue: false, rules }
      await api.createFlagVersion({ params: { projectId, envId, flagKey }, body: version })
    }
  }
  return `${url}/projects/${projectId}/flags`
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

/** The link opens but once. */
const signIn = async (browser: Browser, link: string): Promise<Session> => {
  const context = await browser.newContext()
  await context.request.get(link, { maxRedirects: 0 })
  return context.storageState()
}

type Visit = Record<'frameMs' | 'linksMs' | 'readyMs' | 'openedMs' | 'wholeMs' | 'scriptKb' | 'allKb', number>

/** Opens the list as somebody who is signed in and has nothing of it in their browser. */
const enter = async (browser: Browser, address: string, session: Session) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, storageState: session })
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', line)
  await page.goto(address, { waitUntil: 'commit' })
  const whenThere = async (selector: string): Promise<number> => {
    const found = await page.waitForFunction(
      (wanted) => (document.querySelector(wanted) ? performance.now() : false),
      selector,
      { polling: 'raf' },
    )
    return (await found.jsonValue()) || Number.NaN
  }
  return { page, whenThere, linksMs: await whenThere('a[href*="/flags/flag-"]') }
}

/** The first flag that can be opened is opened at once. */
const openFirst = async (browser: Browser, address: string, session: Session): Promise<number> => {
  const { page, whenThere } = await enter(browser, address, session)
  await page.locator('a[href*="/flags/flag-"]').first().click()
  const openedMs = await whenThere('main .rules, main [role=tablist]')
  await page.context().close()
  return openedMs
}

const visit = async (browser: Browser, address: string, session: Session) => {
  const { page, whenThere, linksMs } = await enter(browser, address, session)
  const readyMs = await whenThere('main table a[href*="/flags/flag-"]')
  await page.waitForFunction(() => [...document.fonts].some((font) => font.status === 'loaded'))
  await page.waitForFunction(() => document.fonts.status === 'loaded')
  const rest = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const sizeOf = (some: readonly PerformanceResourceTiming[]) =>
      some.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1_000
    return {
      frameMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      wholeMs: Math.max(...files.map(({ responseEnd }) => responseEnd)),
      scriptKb: sizeOf(files.filter(({ name }) => name.endsWith('.js'))),
      allKb: sizeOf(files),
    }
  })
  await page.context().close()
  return { linksMs, readyMs, openedMs: await openFirst(browser, address, session), ...rest } satisfies Visit
}

const rows: string[][] = []
for (const open of chosenDatabases().slice(0, 1)) {
  const database: BenchDatabase = await open()
  await using server = await startServer(database.settings)
  const browser = await launchChromium()
  try {
    const address = await fill(server.managementUrl, server.firstKey ?? '')
    const session = await signIn(browser, server.signInLink ?? '')
    const measured: Visit[] = []
    for (let at = 1; at <= visits; at++) {
      process.stderr.write(`visit ${at} of ${visits}\n`)
      measured.push(await visit(browser, address, session))
    }
    const of = (name: keyof Visit) => measured.map((one) => one[name])
    const row = (what: string, name: keyof Visit, digits = 0) =>
      rows.push([what, median(of(name)).toFixed(digits), Math.max(...of(name)).toFixed(digits)])
    row('something is painted, ms', 'frameMs')
    row('first flags that can be opened, ms', 'linksMs')
    row('a flag that is opened at once is there, ms', 'openedMs')
    row('the list that can be worked with, ms', 'readyMs')
    row('everything, fonts too, ms', 'wholeMs')
    row('scripts, kB', 'scriptKb', 1)
    row('everything, kB', 'allKb', 1)
    if (median(of('linksMs')) > limitMs) process.exitCode = 1
  } finally {
    await browser.close()
    await server.stop()
    await database.remove()
  }
}
process.stdout.write(
  `\n# First paint\n\nThe list of ${flags} flags in 3 environments, in a browser that has nothing of it, at 400 kbit/s with 400 ms; ${visits} visits. It fails where the first flags that can be opened take more than ${limitMs / 1000} s.\n${machine()}\n\n${table(['', 'median', 'longest'], rows)}\n`,
)
