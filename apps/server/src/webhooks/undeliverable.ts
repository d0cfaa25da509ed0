/** What became of a try: `refused` by an answer that is no 2xx, `forbidden` by where it would have gone. */
export type Outcome = 'delivered' | 'refused' | 'unreachable' | 'forbidden' | 'abandoned'

/** There is no answer, and why, in a sentence. */
export class Undeliverable extends Error {
  readonly outcome: Exclude<Outcome, 'delivered' | 'refused'>

  constructor(outcome: Undeliverable['outcome'], sentence: string) {
    super(sentence)
    this.outcome = outcome
  }
}
