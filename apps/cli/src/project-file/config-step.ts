import type { Change } from '@bunting/contract/text'

/** The config of a flag or a segment that is to be saved or proposed. */
export type ConfigStep<Config> = {
  how: 'write' | 'propose'
  key: string
  env: string
  /** The version that the config was compared with. */
  base: number
  config: Config
  changes: Change[]
}
