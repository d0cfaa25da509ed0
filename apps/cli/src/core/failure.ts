import type { Outcome } from './exit-code.ts'

/** An error that ends a command: what happened, and what to do next. */
export class Failure extends Error {
  readonly outcome: Exclude<Outcome, 'ok'>
  readonly next: readonly string[]
  /** The id of the request that the server refused, if it was one. */
  readonly requestId: string | undefined

  constructor(outcome: Exclude<Outcome, 'ok'>, message: string, next: readonly string[] = [], requestId?: string) {
    super(message)
    this.name = 'Failure'
    this.outcome = outcome
    this.next = next
    this.requestId = requestId
  }
}

const failAs =
  (outcome: Exclude<Outcome, 'ok'>) =>
  (message: string, ...next: string[]): never => {
    throw new Failure(outcome, message, next)
  }

export const refuse: (message: string, ...next: string[]) => never = failAs('refused')
export const wrongUse: (message: string, ...next: string[]) => never = failAs('wrongUse')
export const unreachable: (message: string, ...next: string[]) => never = failAs('unreachable')

/** The text `Did you mean "x"?` if a similar name exists, else nothing. */
export const didYouMean = (near: string | undefined): string => (near === undefined ? '' : ` Did you mean "${near}"?`)
