import { fail } from '@bunting/contract'
import type { Deps } from '../../http/endpoint/deps.ts'
import type { Telemetry } from '../../http/ports/telemetry.ts'

export const failWithoutAnalytics = (): never =>
  fail('SERVICE_UNAVAILABLE', 'The analytics service is not configured (BUNTING_ANALYTICS is off).')

export const requireTelemetry = ({ telemetry }: Pick<Deps, 'telemetry'>): Telemetry =>
  telemetry ?? failWithoutAnalytics()
