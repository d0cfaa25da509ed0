import type { Random } from '../support/random.ts'

export type Difference = { flagKey: string; context: object; theirs: unknown; ours: unknown }

/** Another service's own engine, asked what Bunting is asked. */
export type Referee = {
  source: string
  /** One random project, and answers compared. */
  round(random: Random): Round | Promise<Round>
}

export type Round = { compared: number; different: Difference[] }
