import { fail } from '@bunting/contract'
import { bytesOf, listHead, listHeadBytes } from '@bunting/engine'
import type { EdgeKey } from '../../edge/edge.ts'
import type { CompiledBundle } from '../bundle/compiled-bundle.ts'
import { changeSince } from '../lists/list-changes.ts'
import type { LoadedList } from '../lists/load-list.ts'
import { revisionIn } from '../request/revision-in.ts'
import { type Answer, errorAnswer, type Request } from '../response/answer.ts'
import type { Serving } from '../usage/serving.ts'
import { hasEtag } from './bundle.ts'
import { withBundle } from './with-bundle.ts'

const pathStart = '/v1/lists/'

export const isListPath = (path: string): boolean => path.startsWith(pathStart)

/** `GET /v1/lists/{listId}`: a list that the caller's bundle names, or what is new in it since the version that they have. */
export const getList = (serving: Serving, caller: EdgeKey, request: Request): Answer | Promise<Answer> => {
  if (caller.type === 'client') fail('FORBIDDEN', 'A client key may not read lists.')
  const list = request.path.slice(pathStart.length)
  const wanted = revisionIn(request, 'version')
  const from = revisionIn(request, 'from') ?? 0
  const answer = (bundle: CompiledBundle): Answer | Promise<Answer> => {
    // Callers of other environments are not told that it exists.
    if (!bundle.namesList(list)) return fail('RESOURCE_NOT_FOUND', 'There is no such list.')
    const { loaded, former } = serving.lists.versionsOf(list)
    const isFormer = wanted !== undefined && former?.version === wanted
    const named = isFormer ? former : loaded?.named
    if (!named || (wanted !== undefined && named.version !== wanted)) return listUnavailable()
    const etag = `"${named.version}-${named.sha256}"`
    const headers = ['ETag', etag]
    if (hasEtag(request, etag)) return { status: 304, body: '', headers }
    const ok = { status: 200, type: 'application/octet-stream', headers }
    if (!isFormer) return { ...ok, ...contentOf(loaded as LoadedList, from) }
    return serving.lists
      .readFormer(named)
      .then(
        (of) =>
          of
            ? { ...ok, body: Buffer.alloc(0), pieces: { bytes: listHeadBytes + 8 * named.size, of } }
            : listUnavailable(),
        listUnavailable,
      )
  }
  return withBundle(serving, caller, answer, listUnavailable)
}

export const listUnavailable = (): Answer =>
  errorAnswer('SERVICE_UNAVAILABLE', 'The list cannot be loaded now. Try again in a moment.')

const contentOf = ({ named, list, changes }: LoadedList, from: number): Pick<Answer, 'body' | 'pieces'> => {
  const { version, size } = named
  if (from === version) return { body: Buffer.from(listHead(from, version, 0, 0)) }
  const change = changeSince(changes, from)
  if (!change) {
    return { body: Buffer.from(listHead(0, version, size, 0)), pieces: { bytes: 8 * size, of: bytesOf(list) } }
  }
  const [added, removed] = [change.added.high.length, change.removed.high.length]
  const head = Buffer.from(listHead(from, version, added, removed))
  return {
    body: head,
    pieces: { bytes: 8 * (added + removed), of: both(bytesOf(change.added), bytesOf(change.removed)) },
  }
}

function* both(...all: Iterable<Uint8Array>[]): Generator<Uint8Array> {
  for (const one of all) yield* one
}
