import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { flagEditor } from '../support/flag-editor.ts'
import { limits, makeJsonFlag } from '../support/json-flags.ts'

const dashboard = await startDashboardHere()
const { api, projectId } = dashboard
const { configOf, openFlag } = flagEditor(dashboard)

test('a value is written as JSON, with what is wrong at its line, and its changes are told by their path', async () => {
  await makeJsonFlag(dashboard, 'limits', limits)
  const page = await openFlag('limits', 'staging')
  const value = page.getByLabel('Default value')
  await value.fill('{\n  "perMinute": 1.5,\n  "burst": 0,\n}')
  await page.getByText('Line 4 a name in double quotes is missing here').waitFor()
  await value.fill('{ "perMinute": 1.5,\n"burst": 0, "tiers": ["a", "c", "b"] }')
  await page.getByText('Line 1 perMinute must be a whole number').waitFor()
  await page.getByText('Line 2 burst must be at least 1').waitFor()
  await page.getByRole('button', { name: 'Format' }).click()
  await page.getByText('Line 3 burst must be at least 1').waitFor()
  expect(await value.inputValue()).toContain('{\n  "perMinute": 1.5,\n  "burst": 0,\n  "tiers": [')
  await page.getByRole('button', { name: 'Save as version 2' }).click()
  await page.getByText('The default: value at perMinute must be a whole number.', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Line 3' }).click()
  await page.keyboard.type('  "burst": 20,')
  await page.getByRole('button', { name: 'Line 2' }).click()
  await page.keyboard.type('  "perMinute": 60,')
  await page.getByRole('button', { name: 'Review diff' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Changes 1 member, adds 1').waitFor()
  await dialog.getByText('"c"', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Save as version 2' }).click()
  await page.getByText('Saved as version 2', { exact: true }).waitFor()
  expect((await configOf('limits', 'staging'))?.defaultValue).toEqual({
    perMinute: 60,
    burst: 20,
    tiers: ['a', 'c', 'b'],
  })
})

test('a schema is made, held against what is served, changed and taken away', async () => {
  await makeJsonFlag(dashboard, 'shaped')
  const page = await openFlag('shaped', 'staging')
  const section = page.getByRole('region', { name: 'Schema' })
  await section.getByRole('button', { name: 'Schema', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const text = dialog.getByLabel('Schema', { exact: true })
  await text.fill('{ "properties": {\n"burst": { "type": "whole" } } }')
  await dialog.getByText(/^Line 2 properties\.burst\.type must be/).waitFor()
  await text.fill('{ "properties": { "burst": { "maximum": 9 } } }')
  await dialog.getByText('Staging: The default: value at burst must be at most 9.').waitFor()
  await dialog.getByRole('button', { name: 'Save schema' }).click()
  await dialog.getByText(/^The active config in staging does not fit this schema: defaultValue\.burst/).waitFor()
  await text.fill('{ "properties": { "burst": { "maximum": 10 } } }')
  await dialog.getByRole('button', { name: 'Save schema' }).click()
  await page.getByText('Schema saved', { exact: true }).waitFor()
  await section.getByText('Every value has to fit it, in every environment.').waitFor()
  const flag = () => api.getFlag({ params: { projectId, flagKey: 'shaped' } })
  expect((await flag()).schema).toEqual({ properties: { burst: { maximum: 10 } } })

  await page.getByLabel('Default value').fill('{ "burst": 11 }')
  await page.getByText('Line 1 burst must be at most 10').waitFor()
  await section.getByRole('button', { name: 'Edit schema' }).click()
  await dialog.getByRole('button', { name: 'Remove the schema' }).click()
  await section.getByText('None: any object or array may be saved.').waitFor()
  expect(await flag()).not.toHaveProperty('schema')
  await page.getByRole('button', { name: 'Save as version 2' }).click()
  await page.getByText('Saved as version 2', { exact: true }).waitFor()
})
