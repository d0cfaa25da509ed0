import { fail, type Plan } from '@bunting/contract'
import { type FlagConfig, gatedFeatures } from '@bunting/engine'

const dayUs = 24 * 60 * 60 * 1_000_000

type Allowance = {
  /** `regex`, `geo_country`, `rolloutPercentage` and `distribution` in rules. */
  gatedRules: boolean
  proposals: boolean
  /** How far back the audit log shows. */
  auditDays: number
  /** How many days of usage it shows. */
  usageDays: number
}

/** What each plan includes. */
const allowances = {
  free: { gatedRules: false, proposals: false, auditDays: 7, usageDays: 7 },
  pro: { gatedRules: true, proposals: false, auditDays: Number.POSITIVE_INFINITY, usageDays: 90 },
  enterprise: { gatedRules: true, proposals: true, auditDays: Number.POSITIVE_INFINITY, usageDays: 90 },
} as const satisfies Record<Plan, Allowance>

export const requireGates = (plan: Plan, config: FlagConfig): void => {
  if (allowances[plan].gatedRules) return
  const gated = gatedFeatures(config)
  if (gated.length > 0) fail('UPGRADE_REQUIRED', `${gated.join(', ')} in rules needs the Pro or Enterprise plan.`)
}

export const requireProposals = (plan: Plan): void => {
  if (!allowances[plan].proposals) fail('UPGRADE_REQUIRED', 'Proposals need the Enterprise plan.')
}

/** The oldest audit entry that is shown: as asked for, and as the plan allows; undefined for all. */
export const auditSince = (plan: Plan, nowUs: number, askedUs: number | undefined): number | undefined => {
  const days = allowances[plan].auditDays
  if (days === Number.POSITIVE_INFINITY) return askedUs
  return Math.max(nowUs - days * dayUs, askedUs ?? 0)
}

export const usageDays = (plan: Plan): number => allowances[plan].usageDays
