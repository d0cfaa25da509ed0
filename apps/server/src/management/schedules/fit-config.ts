import { ApiError, type Environment, type Flag, type FlagId, fail, type SegmentId } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import { requireActive } from '../../rules/flag-config.ts'
import { requireSchedules } from '../../rules/plans.ts'
import { lackOfConsent, type Schedule } from '../../rules/schedules.ts'
import type { Tables } from '../../store/store.ts'
import { checkConfig } from '../flag-versions/check-config.ts'

/** Where and when a schedule does something: both are locked. */
export type At = { flag: Flag; environment: Environment; nowUs: number }

export type Fitted = { config: FlagConfig; needs: readonly (FlagId | SegmentId)[] }

/** What a version of this config needs, or why a schedule cannot make one now. */
export const fitConfig = async (
  tx: Tables,
  { flag, environment }: At,
  schedule: Schedule,
  config: FlagConfig,
): Promise<Fitted | { reason: string }> => {
  try {
    const organization = await tx.organizations.find(schedule.orgId)
    const plan = organization?.plan ?? fail('RESOURCE_NOT_FOUND', 'The organization is gone.')
    requireSchedules(plan, environment, schedule)
    const lack = lackOfConsent(schedule, environment)
    if (lack !== undefined) fail('PROTECTED_ENVIRONMENT', lack)
    const needs = await checkConfig(tx, plan, flag, environment.id, config)
    requireActive(flag)
    return { config, needs }
  } catch (error) {
    if (error instanceof ApiError) return { reason: sayError(error) }
    throw error
  }
}

const sayError = ({ message, details: [detail] = [] }: ApiError): string =>
  detail ? `${message} ${detail.path} ${detail.message}` : message
