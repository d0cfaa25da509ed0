import { readOptions as readNumbers } from '../support/options.ts'

/** What is simulated. Each can be said on the command line: `--sdks=20000`. */
const defaults = {
  sdks: 100_000,
  instances: 4,
  /** Of each instance, with a Delivery worker each. */
  cores: 2,
  /** Over HTTP, a second, of all instances: server SDKs evaluate in their own processes. */
  evaluations: 20_000,
  'changes-a-day': 500,
  /** A thousand flags of 600 bytes. */
  'bundle-bytes': 600_000,
  'compressed-bytes': 60_000,
  'patch-bytes': 900,
  /** Between an SDK and an instance. */
  'round-trip-ms': 20,
  /** What an instance can send. */
  'megabits-a-second': 10_000,
  /** Until an instance that restarts answers again. */
  'restart-ms': 2_000,
  /** How long streams are written to in one go, and for how long not, before the next go. */
  'turn-ms': 1,
  'rest-ms': 1,
  /** Streams that a core opens a second where it sheds; the others are asked to come back. */
  'opens-a-second': 1_000,
  /** After which it is given up. */
  'max-seconds': 180,
  seed: 1,
}

export type Options = typeof defaults

export const readOptions = (args: readonly string[]): Options => readNumbers(defaults, args)
