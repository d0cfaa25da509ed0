import { required } from '../../core/parameters.ts'

export const environmentArgument = { environment: required('its slug or id', { complete: 'environment' }) }
