import type { Page } from 'playwright-core'

/** The names of a flag's rules, from first to last. */
export const ruleNames = (page: Page): Promise<string[]> =>
  page
    .getByRole('textbox', { name: /^Name of rule/ })
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))

export const threeRules = {
  defaultValue: false,
  rules: ['One', 'Two', 'Three'].map((name) => ({ id: `rule_${name}`, name, value: true, conditions: [] })),
}

export const userIds = (count: number): string[] => Array.from({ length: count }, (_, at) => `user-${at + 1}`)

/** Rules for many people each, and one in the middle that is for everyone. */
export const manyRules = {
  defaultValue: false,
  rules: ['Staff', 'Pilot', 'Testers', 'Partners', 'Everyone', 'Late', 'Later'].map((name) => ({
    id: name,
    name,
    value: true,
    conditions: name === 'Everyone' ? [] : [{ attribute: 'userId', operator: 'in', value: userIds(900) }],
  })),
}
