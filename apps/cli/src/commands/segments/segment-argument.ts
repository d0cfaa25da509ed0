import { required } from '../../core/parameters.ts'

export const segmentArgument = { segment: required('the key of the segment', { complete: 'segment' }) }
