import type { Environment } from '@bunting/contract'
import { useBecause } from './session.ts'

/** Tells whether the caller may save a config there without a proposal, in an emergency and with a reason. */
export const useMaySaveInEmergency = (environment: Environment): boolean =>
  useBecause('admin') === undefined &&
  environment.protected &&
  environment.emergency === true &&
  environment.strict !== true
