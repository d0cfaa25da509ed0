import { expect, test } from 'vitest'
import { conformanceCases, contentOf } from '../../../apps/server/src/testing/conformance-cases.ts'
import { openFlags } from '../src/index.ts'
import { ask, errors } from './support/ask.ts'
import { nowhere } from './support/flags.ts'

test.each(conformanceCases)('$name', async (one) => {
  const bootstrap = contentOf(one, 'env_1') as never
  const flags = openFlags({ url: nowhere, key: 'sk_test', bootstrap })
  const { version, isStatic, ...result } = ask(flags, { ...one, result: one.expect })
  expect(result).toEqual({ ...one.expect, ...errors[one.expect.reason] })
  await flags.close()
})
