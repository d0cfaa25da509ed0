import type { Deps } from '../http/endpoint/deps.ts'
import type { Jobs } from '../runner/runner.ts'
import { expireBranch } from './code-references/delete-branch.ts'
import { watchExperiment } from './experiments/watch-experiment.ts'
import { deleteParts } from './lists/delete-parts.ts'
import { askGuardrails } from './schedules/ask-guardrails.ts'
import { runSteps } from './schedules/run-steps.ts'

/** The background jobs of the Management API. */
export const jobsOf = (deps: Deps): Jobs => ({
  // Steps take milliseconds, so a short lease: after a crash another instance runs them soon.
  schedule: { run: runSteps(deps), atOnce: 250, leaseMs: 1_000 },
  // Longer than Prometheus' timeout of ten seconds.
  guardrails: { run: askGuardrails(deps), atOnce: 20, leaseMs: 15_000 },
  // Sums of a range are read, which takes milliseconds; a few at a time, since others need the database too.
  experiment: { run: watchExperiment(deps), atOnce: 4, leaseMs: 15_000 },
  listParts: { run: deleteParts(deps), atOnce: 1 },
  codeBranch: { run: expireBranch(deps), atOnce: 1 },
})
