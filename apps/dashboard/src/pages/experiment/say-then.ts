import type { Experiment } from '../../api/experiments.ts'

/** What a guardrail does once it is crossed. */
export const sayThen: Record<Experiment['guardrails'][number]['then'], string> = {
  notify: 'notifies',
  pause: 'pauses the schedule',
  rollback: 'rolls back',
}
