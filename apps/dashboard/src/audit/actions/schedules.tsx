import type { ActionWords } from './action.ts'

export const scheduleCreated: ActionWords = {
  label: 'Schedule created',
  resourceType: 'schedule',
  Says: () => <>created a schedule</>,
}

export const scheduleStarted: ActionWords = {
  label: 'Schedule started',
  resourceType: 'schedule',
  Says: () => <>started a schedule</>,
}

export const schedulePaused: ActionWords = {
  label: 'Schedule paused',
  resourceType: 'schedule',
  Says: () => <>paused a schedule</>,
}

export const scheduleResumed: ActionWords = {
  label: 'Schedule resumed',
  resourceType: 'schedule',
  Says: () => <>resumed a schedule</>,
}

export const scheduleCompleted: ActionWords = {
  label: 'Schedule completed',
  resourceType: 'schedule',
  Says: () => <>completed a schedule</>,
}

export const scheduleCancelled: ActionWords = {
  label: 'Schedule cancelled',
  resourceType: 'schedule',
  Says: () => <>cancelled a schedule</>,
}

export const scheduleFailed: ActionWords = {
  label: 'Schedule failed',
  resourceType: 'schedule',
  Says: () => <>failed a schedule</>,
}
