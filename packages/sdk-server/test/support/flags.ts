import { onTestFinished } from 'vitest'
import { type Flags, type FlagsOptions, openFlags } from '../../src/index.ts'

/** An address at which nothing answers. */
export const nowhere = 'http://127.0.0.1:9'

/** Flags that are closed at the end of the test. */
export const openTestFlags = (options: Partial<FlagsOptions> = {}): Flags => {
  const flags = openFlags({ url: nowhere, key: 'sk_test', ...options })
  onTestFinished(() => flags.close())
  return flags
}
