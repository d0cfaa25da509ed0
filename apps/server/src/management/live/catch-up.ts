import { limits, type ProjectId } from '@bunting/contract'
import { giveTurn } from '../../base/give-turn.ts'
import type { News } from '../../store/audit/news.ts'
import type { Followed, Stream } from './followed.ts'
import { changedFrame, placeFrame, resetFrame } from './frames.ts'

type Reads = {
  /** The next entries of the organization after a position. */
  after(seq: number): Promise<readonly News[]>
  /** Sends new entries to all streams. */
  look(): Promise<void>
}

/** Sends a stream everything since the position that its reader knows, then lets it receive news with the others. */
export const catchUp = async (
  org: Followed,
  { projectId, stream, from }: { projectId: ProjectId; stream: Stream; from: string },
  { after, look }: Reads,
): Promise<void> => {
  const { reader } = stream
  await org.ready
  const known = placeIn(from)
  // The position came from another instance that is further ahead: catch up first.
  if (known > org.sent) await look()
  let at = known
  if (!(org.sent - at >= 0 && org.sent - at <= limits.resumedEvents)) {
    at = org.sent
    reader.write(resetFrame(at))
  }
  while (at < org.sent) {
    const news = await after(at)
    for (const one of news) {
      if (one.projectId === null || one.projectId === projectId) reader.write(changedFrame(one))
    }
    at = news.at(-1)?.seq ?? org.sent
    await giveTurn()
  }
  reader.write(placeFrame(at))
  stream.isCaughtUp = true
}

/** NaN if the text is not one of our positions. */
const placeIn = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : Number.NaN)
