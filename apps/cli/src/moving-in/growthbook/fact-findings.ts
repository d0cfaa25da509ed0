import type { Finding } from '../converted.ts'
import { isAddress } from './flag-entry.ts'
import type { AdminFeature } from './payload.ts'

/** What should be known of a feature besides its rules. */
export const factFindings = (id: string, key: string, facts: AdminFeature | undefined): Finding[] => {
  const tell = (code: string, message: string): Finding => ({ code, kind: 'widened', flagKey: key, message })
  const isScheduled = facts?.rules?.some(({ scheduleRules }) => scheduleRules?.some(({ timestamp }) => timestamp))
  return [
    ...(key === id ? [] : [tell('renamed', `"${id}" is called ${key} here: Bunting cannot have that key.`)]),
    ...(facts?.owner && !isAddress(facts.owner)
      ? [tell('owner-unknown', `${key} is looked after by ${facts.owner}, whose address is not known.`)]
      : []),
    ...(isScheduled
      ? [tell('scheduled', `${key} has rules with a schedule: they are as they were when they were read.`)]
      : []),
  ]
}
