import { Readable } from 'node:stream'
import type { Client } from '@bunting/contract'
import type { Site } from '../../project-file/apply.ts'

/** The ids that a large segment has at the source, in one of Bunting's environments. */
export type List = { segmentKey: string; environment: string; ids: readonly string[] }

type How = { dryRun?: true; propose?: true; comment?: string }

const perPart = 10_000

/** Ids as lines of JSON, some at a time. */
function* linesOf(ids: readonly string[]): Generator<Uint8Array> {
  for (let at = 0; at < ids.length; at += perPart) {
    yield Buffer.from(
      ids
        .slice(at, at + perPart)
        .map((id) => `${JSON.stringify(id)}\n`)
        .join(''),
    )
  }
}

/** Makes a list that of the source, proposes that, or asks what it would change. The same ids again make no version. */
export const sendIds = (
  api: Client,
  { projectId, environmentIds }: Site,
  { segmentKey, environment, ids }: List,
  how: How,
) =>
  api.changeSegmentIds({
    params: { projectId, envId: environmentIds.get(environment) ?? '', segmentKey },
    query: { op: 'replace', ...how },
    upload: {
      type: 'application/x-ndjson',
      bytes: Readable.toWeb(Readable.from(linesOf(ids))) as ReadableStream<Uint8Array>,
    },
  })
