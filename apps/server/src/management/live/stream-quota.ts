import { fail, limits } from '@bunting/contract'

export type StreamQuota = {
  /** Takes a place for a stream of an actor, or fails if there is none. Returns a function that gives it back. */
  take(actorId: string): () => void
}

/** Counts streams, in total and by actor, so that one actor cannot take the places of all others. */
export const openStreamQuota = (total: number): StreamQuota => {
  const ofActor = new Map<string, number>()
  let all = 0
  return {
    take: (actorId) => {
      const own = ofActor.get(actorId) ?? 0
      if (own >= limits.projectStreams) {
        fail('RATE_LIMITED', `You have ${own} streams of projects open, as many as one may have. Close one of them.`)
      }
      if (all >= total) fail('RATE_LIMITED', 'This instance has as many streams open as it can keep. Try again later.')
      all += 1
      ofActor.set(actorId, own + 1)
      return () => {
        all -= 1
        const left = (ofActor.get(actorId) ?? 1) - 1
        if (left === 0) ofActor.delete(actorId)
        else ofActor.set(actorId, left)
      }
    },
  }
}
