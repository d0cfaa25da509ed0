import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { goTo } from '../support/go-to.ts'
import {
  addLongNames,
  largeSegment,
  longEnvironment,
  longExperiment,
  longFlag,
  longSegment,
  people,
} from '../support/long-names.ts'
import { takePicture } from '../support/look.ts'
import { showEnvironments } from '../support/many-environments.ts'
import { addOldFlags } from '../support/old-flags.ts'
import { waitUntilDrawn } from '../support/quiet.ts'
import { findUnreadable } from '../support/readable.ts'
import { everyRoute } from '../support/routes.ts'

const numbers = Array.from({ length: 5_000 }, (_, index) => String(index).padStart(4, '0'))
const [admin] = people
const dashboard = await startDashboard({
  members: { [people[0]]: 'admin', [people[1]]: 'editor' },
  fill: (dataDir) =>
    addOldFlags(
      dataDir,
      numbers.map((number) => ({ key: `flag-${number}`, name: `Flag ${number}` })),
    ),
  settings: { BUNTING_WEBHOOK_ALLOW: '127.0.0.1' },
})
const { api } = dashboard
const long = await addLongNames(api)
const { id: empty } = await api.createProject({ body: { name: 'Ab', slug: 'empty' } })
const [proposal] = (await api.listProjectProposals({ params: { projectId: long } })).items
const { items: experiments } = await api.listProjectExperiments({ params: { projectId: long } })
const experiment = experiments.find(({ status }) => status === 'running')
const draft = experiments.find(({ status }) => status === 'draft')

type Look = {
  route: string
  path?: string
  heading: string
  /** Elements that have to be readable beside the heading: names in the list, the chosen environment, the main button. */
  wanted?: string[]
}

const main = '.page .btn.primary'
const chosen = 'nav[aria-label=Environment] [aria-current] b'
const inFlag = (tab: string): string => `/flags/${longFlag.key}?env=${longEnvironment.slug}${tab}`
const inSegment = (tab: string): string => `/segments/${longSegment.key}?env=${longEnvironment.slug}${tab}`

/** Every page of a project in which everything has a long name. Pages of the same route are not next to each other. */
const longPages: Look[] = [
  { route: '/flags', heading: 'Flags', wanted: [main, '.flags .name'] },
  { route: '/flags/$flagKey', path: inFlag(''), heading: longFlag.name, wanted: [chosen, '.rule'] },
  { route: '/proposals', heading: 'Proposals', wanted: ['.page .btn'] },
  { route: '/flags/$flagKey', path: inFlag('&tab=history'), heading: longFlag.name, wanted: [chosen, '.history h2'] },
  {
    route: '/proposals/$proposalId',
    path: `/proposals/${proposal?.id}`,
    heading: `Change to ${longFlag.name}`,
    wanted: ['.btn.primary'],
  },
  { route: '/flags/$flagKey', path: inFlag('&tab=timeline'), heading: longFlag.name, wanted: ['.under-way'] },
  { route: '/audit', heading: 'Audit log', wanted: ['.log li'] },
  { route: '/flags/$flagKey', path: inFlag('&tab=usage'), heading: longFlag.name, wanted: [chosen, main] },
  {
    route: '/environments',
    path: `/environments?env=${longEnvironment.slug}`,
    heading: 'Environments & keys',
    wanted: ['.envcard h2', '.seg [aria-checked=true]', main],
  },
  { route: '/segments/$segmentKey', path: inSegment(''), heading: longSegment.name, wanted: [chosen, '.editor .card'] },
  { route: '/members', heading: 'Members', wanted: [main, '.members .name'] },
  {
    route: '/flags/$flagKey',
    path: inFlag('&tab=code'),
    heading: longFlag.name,
    wanted: ['.branch-lines h2', '.branch-lines li'],
  },
  { route: '/segments', heading: 'Segments', wanted: [main, '.segments td.desc', '.segments .more-environments'] },
  { route: '/schedules', heading: 'Schedules', wanted: ['.page .btn'] },
  {
    route: '/segments/$segmentKey',
    path: inSegment('&tab=history'),
    heading: longSegment.name,
    wanted: [chosen, '.history h2'],
  },
  { route: '/experiments', heading: 'Experiments', wanted: [main, '.experiment-list .name a'] },
  {
    route: '/segments/$segmentKey',
    path: `/segments/${largeSegment.key}?env=${longEnvironment.slug}`,
    heading: largeSegment.name,
    wanted: [chosen, '.upload-step h3', '.large-sizes .figure'],
  },
  { route: '/metrics', heading: 'Metrics', wanted: [main, '.metric-table .desc'] },
  {
    route: '/experiments/$experimentId',
    path: `/experiments/${experiment?.id}`,
    heading: longExperiment,
    wanted: ['.trust h3', '.forest-table .outcome', '.ship .btn'],
  },
  { route: '/overview', heading: 'Overview', wanted: ['.attention a', '.owners th'] },
  { route: '/cleanup', heading: 'Clean up', wanted: ['.clean-up-table .name', '.clean-up-table .todo'] },
  { route: '/experiments/new', heading: 'New experiment', wanted: ['.savebar .btn'] },
  {
    route: '/experiments/$experimentId/edit',
    path: `/experiments/${draft?.id}/edit`,
    heading: longExperiment,
    wanted: ['.savebar .btn'],
  },
  { route: '/compare', heading: 'Compare', wanted: ['.compared select', '.segments-differ a'] },
  { route: '/person', heading: 'One person', wanted: ['.answer-table .name', '.answer-table td button'] },
  { route: '/webhooks', heading: 'Webhooks', wanted: [main, '.tbl td'] },
  { route: '/settings', heading: 'Settings', wanted: ['.env-order b', '.page .btn'] },
  { route: '/account', heading: 'Your account', wanted: ['.page .btn'] },
  { route: '/start', heading: 'Get started', wanted: ['.code pre'] },
]

/** The pages whose layout depends on the number of environments. With five, all may be in view. */
const byEnvironments = longPages
  .filter(({ route, path }) =>
    path === undefined
      ? ['/flags', '/segments', '/cleanup', '/person', '/settings'].includes(route)
      : route === '/environments' || path === inFlag(''),
  )
  .map((look) => ({ ...look, wanted: look.wanted?.filter((each) => !each.includes('more-environments')) ?? [] }))

/** The pages of an empty project, and of one with thousands of flags. */
const emptyPages: Look[] = longPages
  .filter(({ route, path }) => path === undefined && route !== '/members')
  .map(({ route, heading }) => ({
    ...{ route, heading },
    wanted: ['/flags', '/segments', '/start', '/webhooks'].includes(route) ? [main] : [],
  }))
const manyPages: Look[] = longPages
  .filter(({ route }) => ['/flags', '/cleanup', '/person', '/overview'].includes(route))
  .map((look) => ({ ...look, wanted: look.wanted?.filter((each) => !/owners|button/.test(each)) ?? [] }))

const allWidths = [1920, 1440, 1280, 400]

/** The texts that cannot be read on these pages of the project, at each width. Every other page is dark. */
const walk = async (page: Page, project: string, looks: readonly Look[], widths = allWidths): Promise<string[]> => {
  const found: string[] = []
  for (const [number, { route, path = route, heading, wanted = [] }] of looks.entries()) {
    await page.emulateMedia({ colorScheme: number % 2 === 0 ? 'light' : 'dark' })
    await goTo(page, path)
    await page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor()
    for (const selector of wanted) await page.locator(selector).filter({ visible: true }).first().waitFor()
    await waitUntilDrawn(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await takePicture(page, `width-${project}-${number}${route.replaceAll(/[^a-z]+/gi, '-')}-${width}`)
      found.push(...(await findUnreadable(page, ['h1', ...wanted])).map((line) => `${path} at ${width}: ${line}`))
    }
  }
  return found
}

test('every route is looked at', async () => {
  expect(new Set(longPages.map(({ route }) => route))).toEqual(await everyRoute())
})

test('with twenty environments and the longest names every page can be read at every width, and with five of them', async () => {
  const page = await dashboard.openAs(admin, '/account')
  await page.goto(`${dashboard.url}/projects/${long}/account`)
  expect(await walk(page, 'long', longPages)).toEqual([])
  await showEnvironments(page, 5)
  await page.reload()
  expect(await walk(page, 'five', byEnvironments)).toEqual([])
})

test('without a flag, and with one environment, so can they', async () => {
  const page = await dashboard.openAs(admin, '/account')
  await showEnvironments(page, 1)
  await page.goto(`${dashboard.url}/projects/${empty}/account`)
  expect(await walk(page, 'empty', emptyPages, [1280, 400])).toEqual([])
})

test('with five thousand flags, too', async () => {
  const page = await dashboard.openAs(admin, '/flags')
  expect(await walk(page, 'many', manyPages)).toEqual([])
})
