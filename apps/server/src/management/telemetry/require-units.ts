import { fail } from '@bunting/contract'
import type { Deps } from '../../http/endpoint/deps.ts'
import type { Units } from '../../http/ports/units.ts'

export const requireUnits = ({ units }: Pick<Deps, 'units'>): Units =>
  units ?? fail('SERVICE_UNAVAILABLE', 'The analytics service is not configured (BUNTING_ANALYTICS is off).')
