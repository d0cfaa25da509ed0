import { required } from '../../core/parameters.ts'

export const scheduleArgument = { schedule: required('its id: sched_…', { complete: 'schedule' }) }
