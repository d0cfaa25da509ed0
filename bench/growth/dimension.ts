import type { EvaluationContext, FlagsSource, Rule } from '@bunting/engine'
import type { Connection } from '../support/databases.ts'
import type { Place, Send } from './place.ts'

/** What is asked of Delivery, and with which key. */
export type Question = { key: string; flagKey: string; context: EvaluationContext }

/** Something that there may be little or much of. */
export type Dimension = {
  name: string
  title: string
  sizes: readonly number[]
  /** Makes so many of it by the API. */
  make?(send: Send, place: Place, size: number): Promise<void>
  /** Puts so many straight into the tables, where the API would take too long. */
  fill?(connection: Connection, place: Place, size: number): Promise<void>
  /** The rules of the flag that changes. */
  rules?(size: number): Rule[]
  /** What is evaluated; otherwise the flag that changes. */
  questions?(place: Place, size: number): Question[]
  /** The same in process, where that is of interest. */
  inProcess?(size: number): { source: FlagsSource; contexts: EvaluationContext[] }
  /** The list that grows with it. */
  list(place: Place): string
}
