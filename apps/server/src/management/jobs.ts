import type { Deps } from '../http/deps.ts'
import type { Jobs } from '../runner/runner.ts'
import { askGuardrails } from './schedules/ask-guardrails.ts'

/** What the Management API does by itself, when it is due. */
export const jobsOf = (deps: Deps): Jobs => ({
  // Prometheus has ten seconds to answer.
  guardrails: { run: askGuardrails(deps), atOnce: 20, leaseMs: 15_000 },
})
