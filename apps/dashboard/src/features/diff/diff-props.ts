import type { ReactNode } from 'react'
import type { Change } from './changes/change.ts'

/** Two configs side by side, and what stands around their difference. */
export type DiffProps<Config> = {
  /** Null where there is no version yet. */
  before: Config | null
  after: Config
  /** Of the environment. */
  color: string
  /** In place of the number of changes. */
  title?: ReactNode
  /** Beside the title. */
  actions?: ReactNode
  /** What the two sides are: `Now, version 7`. */
  heads: readonly [before: string, after: string]
  /** More to say of a change, below it. */
  remark?: ((change: Change) => ReactNode) | undefined
  /** How it begins to tell what the second side has, where it does: `It has then`. */
  has?: string
}
