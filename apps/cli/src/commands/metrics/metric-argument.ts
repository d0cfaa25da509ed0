import { required } from '../../core/parameters.ts'

export const metricArgument = { metric: required('its key', { complete: 'metric' }) }
