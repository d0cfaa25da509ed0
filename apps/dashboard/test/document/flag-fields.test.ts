import { expect, test, vi } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { flagEditor, rule } from '../support/flag-editor.ts'
import { hasFocus } from '../support/has-focus.ts'

const { configOf, newFlag } = flagEditor(await startDashboardHere())

test('a pattern is checked while it is typed, and what is not filled in when saving is tried', async () => {
  const page = await newFlag('wrong', 'boolean', { defaultValue: false })
  await page.getByRole('button', { name: 'Rule', exact: true }).click()
  await rule(page, 1).getByRole('button', { name: 'Condition', exact: true }).click()
  await page.getByLabel('Operator of condition 1 of rule 1').selectOption('matches pattern')
  await page.getByLabel('Value of condition 1 of rule 1').fill('(a')
  await page.getByText(/must be a pattern in the RE2 dialect/).waitFor()
  await page.getByLabel('Value of condition 1 of rule 1').fill('(a)')
  await page.getByText(/must be a pattern in the RE2 dialect/).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Save as version 2' }).click()
  await page.getByText('Rule 1, condition 1: attribute is missing.', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Show' }).click()
  const focused = page.getByLabel('Attribute of condition 1 of rule 1')
  await hasFocus(focused)
  expect(await focused.getAttribute('aria-invalid')).toBe('true')
  expect((await configOf('wrong', 'staging'))?.version).toBe(1)
})

test('numbers are typed digit by digit, and Ctrl S takes over what is still being typed', async () => {
  const page = await newFlag('typed', 'number', { defaultValue: 3 })
  await page.getByLabel('Default value').press('Control+a')
  await page.keyboard.type('-0.50')
  await page.getByRole('button', { name: 'Rule', exact: true }).click()
  await rule(page, 1).getByRole('button', { name: 'Condition', exact: true }).click()
  await page.getByLabel('Attribute of condition 1 of rule 1').fill('cart')
  await page.getByLabel('Operator of condition 1 of rule 1').selectOption('is greater than')
  await page.getByLabel('Value of condition 1 of rule 1').focus()
  await page.keyboard.type('19.95')
  await rule(page, 1).getByRole('button', { name: 'Condition', exact: true }).click()
  await page.getByLabel('Attribute of condition 2 of rule 1').fill('country')
  await page.getByLabel('Operator of condition 2 of rule 1').selectOption('is one of')
  await page.getByLabel('Add to value of condition 2 of rule 1').focus()
  await page.keyboard.type('NL,BE')
  await page.keyboard.press('Control+s')
  await page.getByText('Saved as version 2', { exact: true }).waitFor()
  expect(await configOf('typed', 'staging')).toMatchObject({
    defaultValue: -0.5,
    rules: [{ conditions: [{ value: 19.95 }, { value: ['NL', 'BE'] }] }],
  })
})

test('where the browser is slow, what is typed into a field that was just added stays', async () => {
  const page = await newFlag('slow', 'boolean', { defaultValue: false })
  await page.getByRole('button', { name: 'Rule', exact: true }).click()
  const name = page.getByLabel('Name of rule 1')
  await hasFocus(name)
  // Timers without a delay wait until the test lets them run.
  const held = await page.evaluateHandle(() => {
    const waiting: (() => void)[] = []
    const { setTimeout } = window
    const hold = (next: TimerHandler, ms?: number) => (ms ? setTimeout(next, ms) : waiting.push(next as () => void))
    window.setTimeout = hold as typeof window.setTimeout
    return waiting
  })
  await rule(page, 1).getByRole('button', { name: 'Rollout', exact: true }).click()
  const share = page.getByLabel('Share of rule 1, in percent')
  await share.focus()
  await page.keyboard.type('2')
  expect(await held.evaluate((waiting) => waiting.splice(0).map((next) => next()).length)).toBeGreaterThan(0)
  await page.keyboard.type('5')
  await vi.waitFor(async () => expect(await share.inputValue()).toBe('25'))
})

test('a share is replaced by what is typed, takes a comma, and says what is wrong with it', async () => {
  const rules = [{ id: 'rule_a', name: 'A', value: true, rolloutPercentage: 10 }]
  const page = await newFlag('shares', 'boolean', { defaultValue: false, rules })
  const share = page.getByRole('textbox', { name: 'Share of rule 1, in percent' })
  const type = async (text: string) => {
    await share.click()
    await page.keyboard.type(text)
    await page.getByRole('textbox', { name: 'Name of rule 1' }).click()
  }
  await type('50')
  await vi.waitFor(async () => expect(await share.inputValue()).toBe('50'))
  const wrong = [
    ['12.3456', 'must have at most 3 decimals'],
    ['half', 'must be a number, such as 12.5'],
    ['1,000', 'must be a number, such as 12.5'],
    ['150', 'must be from 0 to 100'],
  ] as const
  for (const [text, says] of wrong) {
    await type(text)
    await rule(page, 1).getByText(says).waitFor()
    expect(await share.inputValue()).toBe(text)
  }
  await page.reload()
  await rule(page, 1).getByText('must be from 0 to 100').waitFor()
  expect(await share.inputValue()).toBe('150')
  await page.getByRole('button', { name: 'Save as version 2' }).click()
  await page.getByText('Rule 1: share must be from 0 to 100.', { exact: true }).waitFor()
  await share.fill('')
  await page.getByRole('textbox', { name: 'Name of rule 1' }).click()
  await rule(page, 1).getByText('is missing').waitFor()
  await type('12,5')
  await vi.waitFor(async () => expect(await share.inputValue()).toBe('12.5'))
  await page.getByRole('button', { name: 'Save as version 2' }).click()
  await page.getByText('Saved as version 2', { exact: true }).waitFor()
  expect((await configOf('shares', 'staging'))?.rules).toMatchObject([{ rolloutPercentage: 12.5 }])
})

test('what was typed into weights, numbers and lists stays, whatever comes next', async () => {
  const page = await newFlag('stays', 'number', {
    defaultValue: 3,
    variants: [
      { key: 'few', value: 1 },
      { key: 'many', value: 9 },
    ],
    rules: [
      {
        id: 'rule_a',
        name: 'A',
        conditions: [{ attribute: 'country', operator: 'in', value: ['NL', 'BE'] }],
        distribution: [
          { variant: 'few', weight: 1 },
          { variant: 'many', weight: 1 },
        ],
      },
    ],
  })
  const weight = page.getByLabel('Weight of few in rule 1')
  await weight.click()
  await page.keyboard.type('0')
  await page.getByLabel('Value of variant 2').click()
  await page.keyboard.type('19,95')
  await rule(page, 1).getByText('must be more than 0').waitFor()
  expect(await weight.inputValue()).toBe('0')
  await weight.click()
  await page.keyboard.type('2,5')

  // Choosing by keyboard passes operators that take no value, or another kind of value.
  const operator = page.getByLabel('Operator of condition 1 of rule 1')
  for (const one of ['is set', 'is', 'is at least', 'is one of']) await operator.selectOption(one)
  const chips = rule(page, 1).locator('.chip-text')
  await vi.waitFor(async () => expect(await chips.allTextContents()).toEqual(['NL', 'BE']))
  await page.getByRole('button', { name: 'Save as version 2' }).click()
  await page.getByText('Saved as version 2', { exact: true }).waitFor()
  expect(await configOf('stays', 'staging')).toMatchObject({
    variants: [{ value: 1 }, { value: 19.95 }],
    rules: [
      {
        conditions: [{ operator: 'in', value: ['NL', 'BE'] }],
        distribution: [{ weight: 2.5 }, { weight: 1 }],
      },
    ],
  })
})

test('dates, versions, countries and lists have inputs that fit', async () => {
  const page = await newFlag('inputs', 'boolean', { defaultValue: false })
  await page.getByRole('button', { name: 'Rule', exact: true }).click()
  const choose = async (index: number, attribute: string, operator: string) => {
    await rule(page, 1).getByRole('button', { name: 'Condition', exact: true }).click()
    await page.getByLabel(`Attribute of condition ${index} of rule 1`).fill(attribute)
    await page.getByLabel(`Operator of condition ${index} of rule 1`).selectOption(operator)
  }
  await choose(1, 'signedUp', 'is after')
  await page.getByLabel('Value of condition 1 of rule 1').fill('2026-01-31T12:00:00')
  await choose(2, 'appVersion', 'is at least version')
  await page.getByLabel('Value of condition 2 of rule 1').fill('4.2')
  await rule(page, 1).getByText('must be a version such as 2.4.1').waitFor()
  await page.getByLabel('Value of condition 2 of rule 1').fill('4.2.0')
  await choose(3, 'country', 'is in country')
  await page.getByLabel('Add to value of condition 3 of rule 1').fill('nl, be,')
  await choose(4, 'plan', 'is set')
  await page.getByLabel('Value of condition 4 of rule 1').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+s')
  await page.getByText('Saved as version 2', { exact: true }).waitFor()
  const [saved] = (await configOf('inputs', 'staging'))?.rules ?? []
  expect(saved?.conditions).toEqual([
    { attribute: 'signedUp', operator: 'after', value: expect.stringMatching(/^2026-01-31T\d\d:00:00Z$/) },
    { attribute: 'appVersion', operator: 'semver_gte', value: '4.2.0' },
    { attribute: 'country', operator: 'geo_country', value: ['NL', 'BE'] },
    { attribute: 'plan', operator: 'is_set' },
  ])
})

test('a new variant gets its name by typing', async () => {
  const page = await newFlag('named', 'string', { defaultValue: 'a' })
  await page.getByRole('region', { name: 'Variants' }).getByRole('button', { name: 'Variant', exact: true }).click()
  const key = page.getByLabel('Key of variant 1')
  await hasFocus(key)
  await page.keyboard.type('bm25')
  await page.keyboard.press('Enter')
  expect(await key.inputValue()).toBe('bm25')
})

test('what is wrong with a value is said in words of the editor', async () => {
  const page = await newFlag('words', 'boolean', { defaultValue: false })
  await page.getByRole('button', { name: 'Rule', exact: true }).click()
  const operators = [
    'is in country',
    'is one of',
    'contains',
    'is',
    'is greater than',
    'is after',
    'is at least version',
  ]
  for (const [index, operator] of operators.entries()) {
    await rule(page, 1).getByRole('button', { name: 'Condition', exact: true }).click()
    await page.getByLabel(`Attribute of condition ${index + 1} of rule 1`).fill('about')
    await page.getByLabel(`Operator of condition ${index + 1} of rule 1`).selectOption({ label: operator })
  }
  await page.getByLabel('Add to value of condition 1 of rule 1').fill('Holland,')
  await rule(page, 1).getByText('must be countries by their two letters, such as NL').waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('Not saved', { exact: true }).waitFor()
  const problems = page.locator('.tok-problem')
  await vi.waitFor(async () => expect(await problems.count()).toBeGreaterThan(3))
  expect((await problems.allTextContents()).join()).not.toMatch(/array|ISO|boolean/)
})
