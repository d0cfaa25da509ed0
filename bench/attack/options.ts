import { readOptions } from '../support/options.ts'

/** Each can be said on the command line: `--seed=2`. */
const defaults = {
  /** By which the search for the worst request goes. */
  seed: 1,
  /** How long it searches among the requests of one kind. */
  seconds: 6,
}

export type AttackOptions = typeof defaults

export const attackOptions = (args: readonly string[]): AttackOptions =>
  readOptions(
    defaults,
    args.filter((arg) => arg.startsWith('--')),
  )
