import { fail } from '@bunting/contract'
import type { Deps } from '../../http/deps.ts'
import type { EventLog } from '../../store/event-log.ts'

export const requireEventLog = ({ eventLog }: Pick<Deps, 'eventLog'>): EventLog =>
  eventLog ?? fail('SERVICE_UNAVAILABLE', 'The analytics service is not configured (BUNTING_ANALYTICS is off).')
