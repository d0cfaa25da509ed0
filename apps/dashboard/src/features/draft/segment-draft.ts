import type { SegmentConfig } from '@bunting/engine'
import { editSegment, editsBetween, isNoEdit } from '../../api/segment-edits.ts'
import type { SegmentPlace } from '../../api/segments.ts'
import type { SegmentDraft } from './is-segment-draft.ts'
import { draftKey, isBeingSent, readDraft, useKept, whileSent, writeDraft } from './kept.ts'

const keyOf = ({ projectId, envId, segmentKey }: SegmentPlace): string | undefined =>
  draftKey(projectId, envId, 'segment', segmentKey)

const read = (key: string | undefined): SegmentDraft | undefined => readDraft(key) as SegmentDraft | undefined

const write = (key: string | undefined, draft: SegmentDraft | undefined): void => {
  if (key === undefined) return
  // Until it is known what comes of what was sent, also going back to what was there says something.
  const says = draft && (isBeingSent(key) || !isNoEdit(draft))
  writeDraft(key, says ? draft : undefined)
}

/** Keeps a draft, or drops it where it changes nothing. */
export const keepSegmentDraft = (place: SegmentPlace, draft: SegmentDraft): void => write(keyOf(place), draft)

/** Edits the draft as it is now, or begins one, from the config that it starts from. */
export const editSegmentDraft = (
  place: SegmentPlace,
  base: SegmentConfig,
  change: (config: SegmentConfig) => SegmentConfig,
): void => {
  const draft = read(keyOf(place))
  const now = draft ? editSegment(base, draft) : base
  keepSegmentDraft(place, { base: draft?.base ?? base.version, ...editsBetween(base, change(now)) })
}

export const dropSegmentDraft = (place: SegmentPlace): void => writeDraft(keyOf(place), undefined)

/** The config that is sent, and the version it becomes; none yet where it is proposed. */
type Sending = { base: SegmentConfig; config: SegmentConfig; becomes?: SegmentConfig }

/** Sends what a draft says, and then drops it. What is typed meanwhile stays a draft, on the version that was saved. */
export const sendSegmentDraft = async <Answer>(
  place: SegmentPlace,
  { base, config, becomes }: Sending,
  send: () => Promise<Answer>,
): Promise<Answer> => {
  const key = keyOf(place) ?? ''
  try {
    return await whileSent(key, async () => {
      const answer = await send()
      const typed = read(key)
      const further = editsBetween(config, typed ? editSegment(base, typed) : config)
      if (isNoEdit(further)) write(key, undefined)
      else if (becomes) write(key, { base: becomes.version, ...further })
      return answer
    })
  } finally {
    // Now it is known whether it says anything.
    write(key, read(key))
  }
}

/** Somebody's draft of a segment in an environment. */
export const useSegmentDraft = (place: SegmentPlace): SegmentDraft | undefined =>
  useKept(keyOf(place)) as SegmentDraft | undefined
