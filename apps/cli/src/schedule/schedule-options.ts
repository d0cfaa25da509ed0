import { commentOption } from '../config/write-version.ts'
import { list, switched } from '../core/parameters.ts'

/** The options of every command that creates a schedule. */
export const scheduleOptions = {
  guardrail: list('text', "'<PromQL> above 0.05 for 5m then rollback' (or below, or pause), asked while it runs"),
  ...commentOption,
  dryRun: switched('only show the plan'),
}
