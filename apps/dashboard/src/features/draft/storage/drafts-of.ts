import type { AnyDraft } from './draft-storage.ts'
import { draftKey, isBeingSent, readDraft, useKept, whileSent, writeDraft } from './kept.ts'

/** A config that is being sent, its base, and the version it becomes; no version yet if it is proposed. */
type Sending<Config> = { base: Config | null; config: Config; becomes?: Config }

type DraftKind<Ref, Config, Draft> = {
  keyOf(ref: Ref): readonly string[]
  /** Tells whether the draft has no changes. */
  isEmpty(draft: Draft): boolean
  /** The part of a draft that was not sent; undefined if all of it was. */
  restOf(draft: Draft, sent: Sending<Config>): Draft | undefined
}

/** A user's draft of one thing in one environment. */
export type KeptDraft<Config, Draft> = {
  /** The storage key; undefined if nobody is signed in. */
  key(): string | undefined
  read(): Draft | undefined
  /** Stores the draft, or removes it if it has no changes. */
  keep(draft: Draft): void
  drop(): void
  /** Sends a config, and then drops the draft. Edits made meanwhile stay a draft, on top of the saved version. */
  send<Answer>(sending: Sending<Config>, send: () => Promise<Answer>): Promise<Answer>
  useDraft(): Draft | undefined
}

/** The drafts of one kind of thing, by user, project, environment and key. */
export const draftsOf =
  <Ref, Config, Draft extends AnyDraft>({ keyOf, isEmpty, restOf }: DraftKind<Ref, Config, Draft>) =>
  (ref: Ref): KeptDraft<Config, Draft> => {
    // A function, since the user may change: a draft must not go to the next user, or be kept while signed out.
    const key = () => draftKey(...keyOf(ref))
    const read = (at: string | undefined) => readDraft(at) as Draft | undefined
    const write = (at: string | undefined, draft: Draft | undefined) => {
      if (at === undefined) return
      // While sending, the outcome is open, so a draft that equals its base is kept, too.
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
          // The outcome is known now: a draft without changes is removed.
          write(at, read(at))
        }
      },
      useDraft: () => useKept(key()) as Draft | undefined,
    }
  }
