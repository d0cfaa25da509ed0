import { limits, type ProjectId } from '@bunting/contract'
import { giveTurn } from '../../base/give-turn.ts'
import type { News } from '../../store/audit/news.ts'
import type { Followed, Stream } from './followed.ts'
import { changedFrame, placeFrame, resetFrame } from './frames.ts'

type Reads = {
  /** The next entries of the organization after a place. */
  after(seq: number): Promise<readonly News[]>
  /** Tells everybody what is new. */
  look(): Promise<void>
}

/** Tells a reader what happened since the place that they know, then lets them be told with the others. */
export const catchUp = async (
  org: Followed,
  { projectId, stream, from }: { projectId: ProjectId; stream: Stream; from: string },
  { after, look }: Reads,
): Promise<void> => {
  const { reader } = stream
  await org.ready
  const known = placeIn(from)
  // From another instance, which heard of it sooner.
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

/** Not a number where it is no place of ours. */
const placeIn = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : Number.NaN)
