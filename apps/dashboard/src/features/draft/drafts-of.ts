import type { AnyDraft } from './draft-storage.ts'
import { draftKey, isBeingSent, readDraft, useKept, whileSent, writeDraft } from './kept.ts'

/** A config that is sent, the one that it began from, and the version it becomes; none yet where it is proposed. */
type Sending<Config> = { base: Config | null; config: Config; becomes?: Config }

type DraftKind<Ref, Config, Draft> = {
  keyOf(ref: Ref): readonly string[]
  /** Whether it says nothing but what is there. */
  isEmpty(draft: Draft): boolean
  /** What a draft says besides what was sent; undefined where that was all. */
  restOf(draft: Draft, sent: Sending<Config>): Draft | undefined
}

/** A person's draft of one thing in one environment. */
export type KeptDraft<Config, Draft> = {
  /** Undefined where nobody is signed in, who has none. */
  key(): string | undefined
  read(): Draft | undefined
  /** Keeps it, or drops it where it says nothing but what is there. */
  keep(draft: Draft): void
  drop(): void
  /** Sends a config, and then drops the draft. What is typed meanwhile stays one, on the version that was saved. */
  send<Answer>(sending: Sending<Config>, send: () => Promise<Answer>): Promise<Answer>
  useDraft(): Draft | undefined
}

/** Where the drafts of one kind of thing are kept: by person, project, environment and key. */
export const draftsOf =
  <Ref, Config, Draft extends AnyDraft>({ keyOf, isEmpty, restOf }: DraftKind<Ref, Config, Draft>) =>
  (ref: Ref): KeptDraft<Config, Draft> => {
    // Asked for anew each time: what was begun by one person is not kept for the next, nor for nobody.
    const key = () => draftKey(...keyOf(ref))
    const read = (at: string | undefined) => readDraft(at) as Draft | undefined
    const write = (at: string | undefined, draft: Draft | undefined) => {
      if (at === undefined) return
      // Until it is known what comes of what was sent, also going back to what was there says something.
      const says = draft && (isBeingSent(at) || !isEmpty(draft))
      writeDraft(at, says ? draft : undefined)
    }
    return {
      key,
      read: () => read(key()),
      keep: (draft) => write(key(), draft),
      drop: () => write(key(), undefined),
      send: async (sending, send) => {
        const at = key() ?? ''
        try {
          return await whileSent(at, async () => {
            const answer = await send()
            const typed = read(at)
            write(at, typed && restOf(typed, sending))
            return answer
          })
        } finally {
          // Now it is known whether it says anything.
          write(at, read(at))
        }
      },
      useDraft: () => useKept(key()) as Draft | undefined,
    }
  }
