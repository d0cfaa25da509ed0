import type { Deps } from '../http/endpoint/deps.ts'
import type { Jobs } from '../runner/runner.ts'
import { deleteParts } from './lists/delete-parts.ts'
import { askGuardrails } from './schedules/ask-guardrails.ts'
import { runSteps } from './schedules/run-steps.ts'

/** What the Management API does by itself, when it is due. */
export const jobsOf = (deps: Deps): Jobs => ({
  // Steps take milliseconds, so a short lease: after a crash another instance runs them soon.
  schedule: { run: runSteps(deps), atOnce: 250, leaseMs: 1_000 },
  // Prometheus has ten seconds to answer.
  guardrails: { run: askGuardrails(deps), atOnce: 20, leaseMs: 15_000 },
  listParts: { run: deleteParts(deps), atOnce: 1 },
})
