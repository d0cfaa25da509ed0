import { required } from '../../core/parameters.ts'

export const experimentArgument = { experiment: required('its id: exp_…', { complete: 'experiment' }) }
