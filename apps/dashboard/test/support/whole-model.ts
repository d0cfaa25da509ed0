import type { Page } from 'playwright-core'
import type { Dashboard } from './dashboard.ts'
import { attribute } from './try-it.ts'
import { wholeConfig } from './whole-config.ts'
import type { Look } from './windows.ts'

/** Helpers for flags that need each other and use segments, in Staging. */
export const wholeModel = async ({ api, projectId, environments, open }: Dashboard) => {
  const envId = environments.staging ?? ''

  const save = (flagKey: string, config: object) =>
    api.createFlagVersion({ params: { projectId, envId, flagKey }, body: { rules: [], ...config } as never })

  const createFlag = (key: string, type: 'boolean' | 'string' | 'json') =>
    api.createFlag({ params: { projectId }, body: { key, name: key, type } })

  /** Opens a flag for a single test that uses every feature. */
  const openWhole = async (flagKey: string, look?: Look): Promise<Page> => {
    await createFlag(flagKey, 'json')
    await save(flagKey, wholeConfig)
    const page = await open(`/flags/${flagKey}?env=staging`, look)
    await page.getByRole('article', { name: 'Default' }).waitFor()
    return page
  }

  for (const key of ['beta', 'staff']) {
    await api.createSegment({ params: { projectId }, body: { key, name: key } })
    const params = { projectId, envId, segmentKey: key }
    await api.createSegmentVersion({ params, body: { version: 1, included: [`${key}-user`], excluded: ['outsider'] } })
  }
  await createFlag('new-checkout', 'boolean')
  await save('new-checkout', { version: 1, enabled: true, defaultValue: true })
  await createFlag('theme', 'string')
  await save('theme', { version: 1, enabled: true, defaultValue: 'dark' })
  await createFlag('payments', 'boolean')
  await save('payments', { version: 1, enabled: true, defaultValue: true })
  await createFlag('checkout', 'boolean')
  const needed = [{ flagKey: 'payments', values: [true] }]
  await save('checkout', { version: 1, enabled: true, defaultValue: true, prerequisites: needed })
  return { save, openWhole }
}

/** Adds prerequisites and changes their values, until their answers are shown. */
export const changeNeeds = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Prerequisite', exact: true }).click()
  await page.getByRole('combobox', { name: 'Find a flag that this one needs' }).fill('checkout')
  await page.getByRole('option', { name: /^checkout/ }).click()
  const list = page.getByRole('list', { name: 'Prerequisites' }).first()
  await list.getByText('which needs payments to answer true').waitFor()
  await page.getByLabel('Answer of prerequisite 3').selectOption('false')
  await page.getByLabel('Add an answer of prerequisite 2').selectOption('Another answer…')
  await page.getByLabel('Another answer of prerequisite 2').fill('light')
  await page.getByLabel('Another answer of prerequisite 2').press('Enter')
  await list.getByRole('button', { name: 'Remove dim' }).click()
  await page.getByRole('button', { name: 'Remove prerequisite 1, new-checkout' }).click()
  await attribute(page, 'userId').fill('ada')
  await list.getByText('answers true').first().waitFor()
}

/** Tries the live version as a person in a segment, until every part shows a result. */
export const tryLive = async (page: Page): Promise<void> => {
  await page.getByRole('radio', { name: 'Live v1' }).click()
  await attribute(page, 'userId').fill('beta-user')
  const steps = page.getByRole('list', { name: 'Rule by rule' }).locator('> li')
  await steps.nth(0).getByText('is in the segment beta: on its list of who is in').waitFor()
  await attribute(page, 'plan').fill('["free", "team"]')
  await steps.nth(0).getByText('plan free, team one of them is Team, ignoring case').waitFor()
  await page.getByRole('list', { name: 'Prerequisites' }).getByText('It answers dark.').waitFor()
}
