import { Readable } from 'node:stream'
import type { Client } from '@bunting/contract'
import { counted } from '../output/counted.ts'
import type { Output } from '../output/output.ts'
import { dim, rich } from '../output/rich.ts'
import type { Site } from '../project-file/apply.ts'
import type { Converted } from './converted.ts'

const perPart = 10_000

/** Ids as lines, some at a time. */
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

/** Makes the lists of large segments those of the source. The same ids again make no version. */
export const uploadLists = async (
  { api, out }: { api: Client; out: Output },
  { projectId, environmentIds }: Site,
  { segments }: Pick<Converted, 'segments'>,
  why: { comment?: string },
): Promise<void> => {
  for (const [segmentKey, { large, environments }] of Object.entries(segments)) {
    if (!large) continue
    for (const [environment, { included }] of Object.entries(environments)) {
      const envId = environmentIds.get(environment) ?? ''
      out.note(dim(rich`${counted(included.length, 'id')} go to ${segmentKey} in ${environment}.`))
      await api.changeSegmentIds({
        params: { projectId, envId, segmentKey },
        query: { op: 'replace', ...why },
        upload: {
          type: 'application/x-ndjson',
          bytes: Readable.toWeb(Readable.from(linesOf(included))) as ReadableStream<Uint8Array>,
        },
      })
    }
  }
}
