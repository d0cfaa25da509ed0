import { onTestFinished } from 'vitest'
import { type Flags, type FlagsOptions, openFlags } from '../../src/index.ts'

/** An address that nothing answers at. */
const nowhere = 'http://127.0.0.1:9'

/** Flags that are closed with the test. */
export const openTestFlags = (options: Partial<FlagsOptions> = {}): Flags => {
  const flags = openFlags({ url: nowhere, key: 'pk_test', storage: null, ...options })
  onTestFinished(() => flags.close())
  return flags
}
