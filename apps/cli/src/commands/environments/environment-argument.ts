import { required } from '../../parameters.ts'

export const environmentArgument = { environment: required('its slug or id', { complete: 'environment' }) }
