import { ApiError, type ChangedIds, type UploadType } from '@bunting/contract'
import { queryOptions } from '@tanstack/react-query'
import { base } from '../base.ts'
import { api } from './core/client.ts'
import { pages, usePages } from './core/every-page.ts'
import { readAgain } from './core/read-again.ts'
import { proposalKeys } from './proposals.ts'
import { type SegmentRef, segmentKeys } from './segments.ts'

const perPage = 10

/** The versions of a large segment's list, newest first. */
export const useListVersions = (segmentRef: SegmentRef) =>
  usePages(
    pages(
      [...segmentKeys.versions(segmentRef), 'ids'],
      (query) => api.listSegmentIdsVersions({ params: segmentRef, query }),
      perPage,
    ),
  )

export type ListVersion = NonNullable<ReturnType<typeof useListVersions>['items']>[number]

/** Whether an id is in a version; the answer of a version never changes. */
export const containsQuery = (segmentRef: SegmentRef, version: number, id: string) =>
  queryOptions({
    queryKey: [...segmentKeys.versions(segmentRef), 'contains', version, id],
    queryFn: () => api.containsSegmentId({ params: segmentRef, body: { id } }),
  })

export type IdsOperation = 'add' | 'remove' | 'replace'

export type IdsUpload = {
  file: File
  type: UploadType
  isPacked: boolean
  op: IdsOperation
  column: string | undefined
}

/** Counts, and the proposal where it is one. */
export type Uploaded = Partial<ChangedIds> & { id?: string; kind?: string }

type How = { dryRun?: true; propose?: true; ifMatch?: number }

/**
 * Sends a file, and tells how far it is. By `XMLHttpRequest`: `fetch` does not tell, and reads no file as it is sent where
 * the connection is HTTP/1.1.
 */
export const uploadIds = (
  { projectId, envId, segmentKey }: SegmentRef,
  { file, type, isPacked, op, column }: IdsUpload,
  { ifMatch, ...how }: How,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Uploaded> =>
  new Promise((resolve, reject) => {
    const query = new URLSearchParams({ op })
    if (column !== undefined) query.set('column', column)
    for (const name of Object.keys(how)) query.set(name, 'true')
    const request = new XMLHttpRequest()
    const path = ['projects', projectId, 'environments', envId, 'segments', segmentKey, 'ids'].map(encodeURIComponent)
    request.open('POST', `${base}/v1/${path.join('/')}?${query}`)
    request.setRequestHeader('content-type', type)
    if (isPacked) request.setRequestHeader('content-encoding', 'gzip')
    if (ifMatch !== undefined) request.setRequestHeader('if-match', `"${ifMatch}"`)
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () => {
      const answer = answerIn(request)
      if (answer instanceof ApiError) reject(answer)
      else resolve(answer)
    }
    request.onerror = () => reject(new ApiError('SERVICE_UNAVAILABLE', 'The upload broke off. Nothing was changed.'))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })

const answerIn = ({ status, responseText }: XMLHttpRequest): Uploaded | ApiError => {
  try {
    const answer = JSON.parse(responseText)
    if (status < 300) return answer
    const { code, message, details } = answer.error
    return new ApiError(code, message, { details, status })
  } catch {
    return new ApiError('SERVICE_UNAVAILABLE', 'The upload broke off. Nothing was changed.')
  }
}

/** Reads again what an upload changed. */
export const readListAgain = (segmentRef: SegmentRef): Promise<unknown> =>
  Promise.all(
    [
      segmentKeys.list(segmentRef.projectId),
      segmentKeys.versions(segmentRef),
      proposalKeys.all(segmentRef.projectId),
      ['audit', segmentRef.projectId],
    ].map((queryKey) => readAgain({ queryKey })),
  )
