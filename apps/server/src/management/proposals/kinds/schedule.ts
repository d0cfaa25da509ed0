import { fail } from '@bunting/contract'
import type { ProposalOf, ScheduleContent } from '../../../rules/proposals.ts'
import type { Kind } from './kind.ts'

/** The schedule starts. */
export const schedule: Kind<ProposalOf<ScheduleContent>> = async () => fail('SERVICE_UNAVAILABLE', 'Not yet.')
