import { type Environment, fail, type Plan } from '@bunting/contract'
import { type FlagConfig, gatedFeatures } from '@bunting/engine'

const dayUs = 24 * 60 * 60 * 1_000_000

type Allowance = {
  /** `regex`, `geo_country`, segments, `rolloutPercentage` and `distribution` in rules, and `prerequisites`. */
  gatedRules: boolean
  proposals: boolean
  segments: boolean
  schedules: boolean
  guardrails: boolean
  experiments: boolean
  webhooks: boolean
  /** How many days back the audit log goes. */
  auditDays: number
  /** How many days of usage are shown. */
  usageDays: number
  /** Ids in a large segment. */
  listIds: number
  max: Record<Quota, number>
}

/** The resources that a plan limits: the scope of each count, and an alternative to a larger plan. */
const quotas = {
  projects: { where: 'in an organization', orElse: '' },
  environments: { where: 'in a project', orElse: '' },
  flags: { where: 'in a project, archived ones counted', orElse: '' },
  segments: { where: 'in a project, archived ones counted', orElse: '' },
  'large segments': { where: 'in a project, archived ones counted', orElse: '' },
  keys: { where: 'in an environment', orElse: 'revoke one that nobody needs, or ' },
  members: { where: 'in an organization', orElse: 'remove somebody who left, or ' },
  metrics: { where: 'in a project, archived ones counted', orElse: '' },
  experiments: { where: 'that run in an environment', orElse: 'stop one, or ' },
  webhooks: { where: 'in an organization, disabled ones counted', orElse: 'delete one that nobody needs, or ' },
} as const

export type Quota = keyof typeof quotas

/** What each plan includes. */
const allowances = {
  free: {
    gatedRules: false,
    proposals: false,
    segments: false,
    schedules: false,
    guardrails: false,
    experiments: false,
    webhooks: false,
    auditDays: 7,
    usageDays: 7,
    listIds: 0,
    max: {
      projects: 10,
      environments: 10,
      flags: 1_000,
      segments: 50,
      'large segments': 0,
      keys: 50,
      members: 25,
      metrics: 50,
      experiments: 0,
      webhooks: 0,
    },
  },
  pro: {
    gatedRules: true,
    proposals: false,
    segments: true,
    schedules: true,
    guardrails: false,
    experiments: true,
    webhooks: true,
    auditDays: Number.POSITIVE_INFINITY,
    usageDays: 90,
    listIds: 1_000_000,
    max: {
      projects: 100,
      environments: 25,
      flags: 10_000,
      segments: 500,
      'large segments': 10,
      keys: 200,
      members: 250,
      metrics: 500,
      experiments: 50,
      webhooks: 20,
    },
  },
  enterprise: {
    gatedRules: true,
    proposals: true,
    segments: true,
    schedules: true,
    guardrails: true,
    experiments: true,
    webhooks: true,
    auditDays: Number.POSITIVE_INFINITY,
    usageDays: 90,
    listIds: 10_000_000,
    max: {
      projects: 1_000,
      environments: 100,
      flags: 100_000,
      segments: 5_000,
      'large segments': 100,
      keys: 1_000,
      members: 10_000,
      metrics: 5_000,
      experiments: 500,
      webhooks: 100,
    },
  },
} as const satisfies Record<Plan, Allowance>

export const includesGatedRules = (plan: Plan): boolean => allowances[plan].gatedRules

export const requireGates = (plan: Plan, config: FlagConfig): void => {
  if (includesGatedRules(plan)) return
  const gated = gatedFeatures(config)
  if (gated.length > 0) fail('UPGRADE_REQUIRED', `${gated.join(', ')} in a config needs the Pro or Enterprise plan.`)
}

export const requireSegments = (plan: Plan): void => {
  if (!allowances[plan].segments) fail('UPGRADE_REQUIRED', 'Saving segments needs the Pro or Enterprise plan.')
}

export const includesWebhooks = (plan: Plan): boolean => allowances[plan].webhooks

export const requireWebhooks = (plan: Plan): void => {
  if (!includesWebhooks(plan)) fail('UPGRADE_REQUIRED', 'Webhooks need the Pro or Enterprise plan.')
}

export const requireProposals = (plan: Plan): void => {
  if (!allowances[plan].proposals) fail('UPGRADE_REQUIRED', 'Proposals need the Enterprise plan.')
}

/** Why a plan does not include such a schedule, if so. In protected environments schedules need proposals. */
export const lackOfSchedules = (
  plan: Plan,
  environment: Pick<Environment, 'protected'>,
  { guardrails }: { guardrails: readonly unknown[] },
): string | undefined => {
  const allowance = allowances[plan]
  if (!allowance.schedules) return 'Schedules need the Pro or Enterprise plan.'
  if (environment.protected && !allowance.proposals) {
    return 'Schedules in protected environments need the Enterprise plan.'
  }
  return guardrails.length > 0 && !allowance.guardrails ? 'Guardrails need the Enterprise plan.' : undefined
}

export const requireSchedules = (...asked: Parameters<typeof lackOfSchedules>): void => {
  const lack = lackOfSchedules(...asked)
  if (lack !== undefined) fail('UPGRADE_REQUIRED', lack)
}

/** Guardrails that only notify change nothing. */
export const requireExperiments = (plan: Plan, { guardrails }: { guardrails: readonly { then: string }[] }): void => {
  const allowance = allowances[plan]
  if (!allowance.experiments) fail('UPGRADE_REQUIRED', 'Experiments need the Pro or Enterprise plan.')
  if (!allowance.guardrails && guardrails.some((guardrail) => guardrail.then !== 'notify')) {
    fail('UPGRADE_REQUIRED', 'Guardrails that pause or roll back need the Enterprise plan.')
  }
}

/** Strict environments need proposals. */
export const requireStrict = (plan: Plan): void => {
  if (!allowances[plan].proposals) fail('UPGRADE_REQUIRED', 'Strict environments need the Enterprise plan.')
}

/** The time of the oldest audit entry that is shown, by request and plan; undefined for all. */
export const auditSince = (plan: Plan, nowUs: number, askedUs: number | undefined): number | undefined => {
  const days = allowances[plan].auditDays
  if (days === Number.POSITIVE_INFINITY) return askedUs
  return Math.max(nowUs - days * dayUs, askedUs ?? 0)
}

export const usageDays = (plan: Plan): number => allowances[plan].usageDays

const planName = (plan: Plan): string => `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`

/** Why there is no room for one more, if so. Resources above a plan's limit stay. */
export const lackOfRoom = (plan: Plan, quota: Quota, count: number): string | undefined => {
  const max = allowances[plan].max[quota]
  if (count < max) return undefined
  const { where, orElse } = quotas[quota]
  return `The ${planName(plan)} plan has ${max.toLocaleString('en')} ${quota} ${where}, and there are ${count.toLocaleString('en')}: ${orElse}ask whoever runs Bunting for a larger plan.`
}

/** A list that has more than the plan includes may still become smaller. */
export const requireListIds = (plan: Plan, size: number, before: number): void => {
  const max = allowances[plan].listIds
  if (size <= max || size <= before) return
  fail(
    'UPGRADE_REQUIRED',
    `The ${planName(plan)} plan has ${max.toLocaleString('en')} ids in a large segment, and these would be ${size.toLocaleString('en')}: ask whoever runs Bunting for a larger plan.`,
  )
}

export const requireRoom = (plan: Plan, quota: Quota, count: number): void => {
  const lack = lackOfRoom(plan, quota, count)
  if (lack !== undefined) fail('UPGRADE_REQUIRED', lack)
}
