import { expect, test } from 'vitest'
import {
  type ConformanceCase,
  conformanceFiles,
  contentOf,
} from '../../../apps/server/src/testing/conformance-cases.ts'
import { everyCase } from '../../../apps/server/src/testing/every-case.ts'
import { openFlags } from '../src/index.ts'
import { ask, errors } from './support/ask.ts'
import { nowhere } from './support/flags.ts'

const check = async (one: ConformanceCase) => {
  const bootstrap = contentOf(one, 'env_1') as never
  const flags = openFlags({ url: nowhere, key: 'sk_test', bootstrap })
  const { version, isStatic, ...result } = ask(flags, { ...one, result: one.expect })
  await flags.close()
  expect(result).toEqual({ ...one.expect, ...errors[one.expect.reason] })
}

test.each(conformanceFiles)('$subject', ({ cases }) => everyCase(cases, check))
