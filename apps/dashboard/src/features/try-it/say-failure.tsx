import { ApiError } from '@bunting/contract'
import { sayList } from '@bunting/contract/text'
import { sayError } from '../../api/core/change.ts'
import { sayPlace } from './say-place.ts'

/** Why the service did not try a draft: in the words of the editor where the draft is what is wrong. */
export const sayFailure = (error: Error) => {
  const ofDraft = error instanceof ApiError ? (error.details ?? []).filter(({ path }) => /^config\b/.test(path)) : []
  if (ofDraft.length === 0) return <>The service does not answer this. {sayError(error)}</>
  const places = ofDraft.map(({ path, message }) => `${sayPlace(path)} ${message}`)
  return <>The draft cannot be tried yet: {sayList([...new Set(places)])}.</>
}
