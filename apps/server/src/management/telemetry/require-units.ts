import type { Deps } from '../../http/endpoint/deps.ts'
import type { Units } from '../../http/ports/units.ts'
import { failWithoutAnalytics } from './require-telemetry.ts'

export const requireUnits = ({ units }: Pick<Deps, 'units'>): Units => units ?? failWithoutAnalytics()
