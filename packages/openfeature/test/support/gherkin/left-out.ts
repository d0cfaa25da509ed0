import type { Pickle } from '@cucumber/messages'
import { scenarios } from './suites.ts'

const has = ({ tags }: Pickle, name: string): boolean => tags.some((tag) => tag.name === name)
const speaksOf = ({ steps }: Pickle, text: RegExp): boolean => steps.some((step) => text.test(step.text))

type Reasons = Record<string, (scenario: Pickle) => boolean>

/** Features that Bunting does not have, with the scenarios that need them. */
const reasons: Reasons = {
  'a flag of Bunting has no metadata of its owner': (scenario) => speaksOf(scenario, /"metadata-flag"/),
  'what is answered from memory is never called cached': (scenario) => has(scenario, '@reason-codes-cached'),
}

/** The scenarios to run; prints for each reason how many are left out. */
export const chooseScenarios = (more: Reasons = {}): Pickle[] => {
  const all = { ...reasons, ...more }
  for (const [reason, applies] of Object.entries(all)) {
    const count = scenarios.filter(applies).length
    if (count > 0) console.log(`${count} of OpenFeature's scenarios are left out: ${reason}.`)
  }
  return scenarios.filter((scenario) => !Object.values(all).some((applies) => applies(scenario)))
}

/** Scenarios with several levels of context, of which a browser has only one. */
export const otherLevels: Reasons = {
  "a browser has one context, OpenFeature's own": (scenario) =>
    speaksOf(scenario, /"(Transaction|Client|Invocation|Before Hooks)" level|A table with levels/),
}
