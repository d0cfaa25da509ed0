import type { Deps } from '../http/deps.ts'
import type { Jobs } from '../runner/runner.ts'

/** What the Management API does by itself, when it is due. */
export const jobsOf = (_deps: Deps): Jobs => ({})
