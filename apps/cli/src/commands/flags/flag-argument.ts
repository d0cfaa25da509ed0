import { required } from '../../core/parameters.ts'

export const flagArgument = { flag: required('the key of the flag', { complete: 'flag' }) }
