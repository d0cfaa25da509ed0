import type { ReactNode } from 'react'
import type { Change } from './changes/change.ts'

/** Two configs to compare, and the content around their differences. */
export type DiffProps<Config> = {
  /** Null if there is no version yet. */
  before: Config | null
  after: Config
  /** The colour of the environment. */
  color: string
  /** The title; by default the number of changes. */
  title?: ReactNode
  /** Actions beside the title. */
  actions?: ReactNode
  /** The headings of the two sides: `Now, version 7`. */
  heads: readonly [before: string, after: string]
  /** A remark below a change. */
  remark?: ((change: Change) => ReactNode) | undefined
  /** The beginning of the sentence about the second side: `It has then`. */
  has?: string
}
