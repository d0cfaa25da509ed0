import { addDays, dayOf, startOfDay } from '../rules/usage/days.ts'
import type { TestOrganization } from './test-organization.ts'

/** A valid event of now, with the fields that the test is about. */
export const event = (organization: TestOrganization, fields: object = {}): Record<string, unknown> => ({
  flagKey: 'checkout',
  flagId: 'flag_1',
  environmentId: organization.environmentId('development'),
  orgId: organization.id,
  value: true,
  reason: 'RULE_MATCH',
  ruleId: 'rule_1',
  sdkType: 'server',
  sdkVersion: '1.0.0',
  evaluatedAt: Date.now(),
  ...fields,
})

export const today = (): string => dayOf(Date.now())
export const daysAgo = (days: number): string => addDays(today(), -days)
/** Noon of the day that many days ago. */
export const noon = (ago: number): number => startOfDay(daysAgo(ago)) + 12 * 60 * 60 * 1_000
