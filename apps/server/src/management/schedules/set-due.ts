import { nextUs, type Schedule } from '../../rules/changes/schedules.ts'
import type { Tables } from '../../store/store.ts'

/** Makes a running schedule due at its next step, and its guardrails at once. */
export const setDue = async (tx: Tables, schedule: Schedule, nowUs: number): Promise<void> => {
  const atUs = nextUs(schedule)
  if (atUs === undefined) return
  await tx.due.set({ kind: 'schedule', subject: schedule.id }, atUs)
  if (schedule.guardrails.length > 0) await tx.due.set({ kind: 'guardrails', subject: schedule.id }, nowUs)
}
