import { ApiError } from '@bunting/contract'
import { sayList } from '@bunting/contract/text'
import { sayError } from '../../api/core/change.ts'
import { sayPlace } from './say-place.ts'

/** Why the service could not try a draft: in the editor's words if the draft is at fault. */
export const sayFailure = (error: Error) => {
  const ofDraft = error instanceof ApiError ? (error.details ?? []).filter(({ path }) => /^config\b/.test(path)) : []
  if (ofDraft.length === 0) return <>The service does not answer this. {sayError(error)}</>
  const places = ofDraft.map(({ path, message }) => `${sayPlace(path)} ${message}`)
  return <>The draft cannot be tried yet: {sayList([...new Set(places)])}.</>
}
