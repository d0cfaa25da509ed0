import {
  bytesOf,
  type HashList,
  type LargeList,
  type ListContent,
  mergeList,
  openListReader,
  openSha256,
} from '@bunting/engine'
import { FlagsError, openDeadline } from '@bunting/sdk-core'
import { type Service, send } from './requests.ts'

/** A version of a list. */
export type KnownList = { named: LargeList; list: HashList }

/** How long the bytes of a list may pause. */
const idleTimeoutMs = 20_000

/**
 * `GET /v1/lists/{listId}`: fetches the version that the bundle names, or only what changed if an earlier version is loaded.
 * If the result does not have the right SHA-256, the whole is fetched once more. It gives up its turn every few milliseconds.
 */
export const fetchList = async (
  service: Service,
  named: LargeList,
  known: KnownList | undefined,
  signal: AbortSignal,
): Promise<KnownList> => {
  const list =
    (known && (await attempt(service, named, known, signal))) ?? (await attempt(service, named, undefined, signal))
  if (!list) throw new FlagsError('BAD_ANSWER', `GET /v1/lists answered with another list than ${named.list}.`)
  return { named, list }
}

/** Returns undefined if the result is not the version that is named. */
const attempt = async (
  service: Service,
  named: LargeList,
  known: KnownList | undefined,
  signal: AbortSignal,
): Promise<HashList | undefined> => {
  const sent = await read(service, named, known, signal)
  if (sent.version !== named.version || (sent.from !== 0 && sent.from !== known?.named.version)) return undefined
  const list = sent.from === 0 ? sent.added : await merged((known as KnownList).list, sent)
  return list && list.high.length === named.size && (await sha256Of(list)) === named.sha256 ? list : undefined
}

const read = async (
  service: Service,
  { list, version, size }: LargeList,
  known: KnownList | undefined,
  parent: AbortSignal,
): Promise<ListContent> => {
  const deadline = openDeadline(parent)
  const expectMore = (): void => deadline.expect(idleTimeoutMs * service.timing)
  try {
    expectMore()
    const path = `/v1/lists/${list}?version=${version}&from=${known?.named.version ?? 0}`
    const response = await send(service, path, {}, deadline.signal)
    const reader = openListReader(Math.max(size, known?.named.size ?? 0))
    for await (const bytes of response.body ?? []) {
      expectMore()
      reader.take(bytes)
    }
    return reader.end()
  } finally {
    deadline.close()
  }
}

const merged = async (base: HashList, delta: ListContent): Promise<HashList | undefined> => {
  const work = mergeList(base, delta)
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value
    await giveTurn()
  }
}

/** Tells whether a list is the version that is named. */
export const isNamed = async ({ named: known, list }: KnownList, named: LargeList): Promise<boolean> =>
  known.version === named.version && list.high.length === named.size && (await sha256Of(list)) === named.sha256

const sha256Of = async (list: HashList): Promise<string> => {
  const hash = openSha256()
  for (const bytes of bytesOf(list)) {
    hash.update(bytes)
    await giveTurn()
  }
  return hash.hex()
}

const giveTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
