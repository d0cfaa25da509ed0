import { required } from '../../core/parameters.ts'

export const webhookArgument = { webhook: required('its id: hook_…', { complete: 'webhook' }) }
