import type { EdgeKey } from '../../edge/edge.ts'
import { encodingFor } from '../../http/server/accepted-encoding.ts'
import type { Request } from '../response/answer.ts'
import { varies } from '../response/packed-answer.ts'
import type { Message, StreamContent } from '../stream/stream-hub.ts'

const bundleMessage: Message = {
  name: () => 'bundle',
  text: (bundle) => `event: bundle\ndata: ${bundle.text()}`,
}
/** A patch since the reader's revision if there is one, else the whole bundle. */
const patchMessage: Message = {
  name: (bundle, from) => (bundle.patchFrom(from) === undefined ? 'bundle' : `patch ${from}`),
  text: (bundle, from) => {
    const patch = bundle.patchFrom(from)
    return patch === undefined ? bundleMessage.text(bundle, from) : `event: patch\ndata: ${patch}`
  },
}
const changedMessage: Message = {
  name: ({ listsTaken }) => `changed ${listsTaken()}`,
  text: ({ revision }) => `event: changed\ndata: {"revision":${revision}}`,
  isOfAnswers: true,
}

/** `GET /v1/stream`: the messages for a key, and the revision to start from. A request with `from` gets patches. */
export const streamFor = ({ environmentId, type }: EdgeKey, request: Request): StreamContent => {
  const last = lastSeenOf(request)
  if (type === 'client') return { environmentId, message: changedMessage, ...last }
  const from = new URLSearchParams(request.query).get('from')
  return {
    environmentId,
    message: from === null ? bundleMessage : patchMessage,
    // A reader that reconnects by itself has its revision in the header; its URL is still that of the first request.
    lastSeen: last.lastSeen ?? revisionOf(from ?? ''),
    isPacked: encodingFor(request.headers['accept-encoding'], ['gzip']) === 'gzip',
    headers: varies,
  }
}

/** A revision, and after a dot how many lists had come, where some had. */
export const lastSeenOf = ({ headers }: Pick<Request, 'headers'>): Pick<StreamContent, 'lastSeen' | 'lastLists'> => {
  const [, revision = '', lists = '0'] = /^(\d+)(?:\.(\d{1,9}))?$/.exec(String(headers['last-event-id'] ?? '')) ?? []
  return { lastSeen: revisionOf(revision), lastLists: Number(lists) }
}

/** Revisions are at most about the time in milliseconds: one further ahead than this never existed, and is ignored. */
const maxAheadMs = 86_400_000

const revisionOf = (text: string): number | undefined =>
  /^\d{1,15}$/.test(text) && Number(text) < Date.now() + maxAheadMs ? Number(text) : undefined
