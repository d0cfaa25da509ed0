import { onTestFinished } from 'vitest'
import { type Flags, type FlagsOptions, openFlags } from '../../src/index.ts'

/** An address at which nothing answers. */
const nowhere = 'http://127.0.0.1:9'

/** Flags that are closed at the end of the test. */
export const openTestFlags = (options: Partial<FlagsOptions> = {}): Flags => {
  const flags = openFlags({ url: nowhere, key: 'pk_test', storage: null, ...options })
  onTestFinished(() => flags.close())
  return flags
}
