import type { Finding } from '../converted.ts'
import type { FindingCode } from '../finding-codes.ts'
import { renamed } from '../shared/keys.ts'
import { isAddress } from './flag-entry.ts'
import type { AdminFeature } from './payload.ts'

/** Findings about a feature besides its rules. */
export const factFindings = (id: string, key: string, facts: AdminFeature | undefined): Finding[] => {
  const tell = (code: FindingCode, message: string): Finding => ({ code, kind: 'widened', flagKey: key, message })
  const isScheduled = facts?.rules?.some(({ scheduleRules }) => scheduleRules?.some(({ timestamp }) => timestamp))
  return [
    ...renamed(id, { flagKey: key }),
    ...(facts?.owner && !isAddress(facts.owner)
      ? [tell('owner-unknown', `It is looked after by ${facts.owner}, whose address is not known.`)]
      : []),
    ...(isScheduled
      ? [tell('schedule', 'It has rules with a schedule: they are as they were when they were read.')]
      : []),
  ]
}
