import type { Environment } from '@bunting/contract'
import { useBecause } from './session.ts'

/** Whether the caller may save a config there past the proposals, and say why. */
export const useMaySaveInEmergency = (environment: Environment): boolean =>
  useBecause('admin') === undefined &&
  environment.protected &&
  environment.emergency === true &&
  environment.strict !== true
