import { expect, test } from 'vitest'
import { type Bundle, type Details, type Flags, openFlags } from '../src/index.ts'
import { type Case, cases } from './support/conformance.ts'
import { nowhere } from './support/flags.ts'

const bundleOf = ({ flagKey, config }: Case): Bundle => {
  const flag = config && { id: 'flag_1', type: typeof config.defaultValue as 'string', clientSafe: false, config }
  return { environmentId: 'env_1', revision: 1, flags: flag ? { [flagKey]: flag } : {} }
}

const ask = (flags: Flags, { flagKey, context, expect: { value } }: Case): Details => {
  if (typeof value === 'boolean') return flags.booleanDetails(flagKey, context, !value)
  if (typeof value === 'number') return flags.numberDetails(flagKey, context, value + 1)
  return flags.stringDetails(flagKey, context, 'the fallback')
}

test.each(cases)('$name', async (one) => {
  const flags = openFlags({ url: nowhere, key: 'sk_test', bootstrap: bundleOf(one) })
  const { version, isStatic, error, ...result } = ask(flags, one)
  if (one.config) expect(result).toEqual(one.expect)
  else
    expect({ ...result, error }).toEqual({ value: 'the fallback', reason: 'FLAG_NOT_FOUND', error: 'FLAG_NOT_FOUND' })
  await flags.close()
})
