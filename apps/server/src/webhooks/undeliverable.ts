/** The outcome of a try: `refused` by a response that is no 2xx, `forbidden` because of its destination. */
export type Outcome = 'delivered' | 'refused' | 'unreachable' | 'forbidden' | 'abandoned'

/** Thrown if there is no response, with the reason in a sentence. */
export class Undeliverable extends Error {
  readonly outcome: Exclude<Outcome, 'delivered' | 'refused'>

  constructor(outcome: Undeliverable['outcome'], sentence: string) {
    super(sentence)
    this.outcome = outcome
  }
}
