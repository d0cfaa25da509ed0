import type { Change } from '../config/changes.ts'

/** A config to be saved or proposed, of a flag or a segment. */
export type ConfigStep<Config> = {
  how: 'write' | 'propose'
  key: string
  env: string
  /** The latest version that was compared. */
  base: number
  config: Config
  changes: Change[]
}
