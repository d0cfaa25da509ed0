import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bucketOf, compileFlag, evaluate, explain, murmur3, rolloutSeed, variantSeed } from '@bunting/engine'
import { openFlags } from '@bunting/sdk-server'

export const conformance = ({ conformance: folder }) => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  const read = (file) => JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const cases = files.filter((file) => file !== 'explain.json').flatMap((file) => read(file).cases)

  return {
    'the engine answers as the conformance data say': () => {
      assert.ok(cases.length > 100)
      for (const { name, flagKey, config, context, expect } of cases) {
        assert.deepEqual(evaluate(flagKey, config ?? undefined, context), expect, name)
        if (config) assert.deepEqual(compileFlag(flagKey, config).evaluate(context), expect, name)
      }
    },
    'the engine explains as the conformance data say': () => {
      for (const { name, flagKey, config, context, expect } of read('explain.json').cases) {
        assert.deepEqual(explain(flagKey, config ?? undefined, context), expect, name)
      }
    },
    'hashes and buckets are those of the conformance data': () => {
      const { hashes, buckets } = read('bucketing.json')
      for (const { text, seed, hash } of hashes) assert.equal(murmur3(text, seed), hash, text)
      for (const { flagKey, ruleId, unit, seed, bucket, ...variant } of buckets) {
        assert.equal(rolloutSeed(flagKey, ruleId), seed)
        assert.equal(bucketOf(seed, unit), bucket)
        assert.equal(variantSeed(flagKey, ruleId), variant.variantSeed)
        assert.equal(bucketOf(variant.variantSeed, unit), variant.variantBucket)
      }
    },
    'sdk-server answers as the conformance data say': async () => {
      for (const { name, flagKey, config, context, expect } of cases.filter(({ config }) => config)) {
        const flag = { id: 'flag_1', type: typeof config.defaultValue, clientSafe: false, config }
        const bootstrap = { environmentId: 'env_1', revision: 1, flags: { [flagKey]: flag } }
        const flags = openFlags({ url: 'http://bunting.test', key: 'sk_1', bootstrap, fetch: noNetwork })
        const { version, isStatic, error, ...result } = ask(flags, flagKey, context, expect.value)
        assert.deepEqual(result, expect, name)
        await flags.close()
      }
    },
  }
}

const noNetwork = () => Promise.reject(new TypeError('no network'))

const ask = (flags, key, context, value) => {
  if (typeof value === 'boolean') return flags.booleanDetails(key, context, !value)
  if (typeof value === 'number') return flags.numberDetails(key, context, value + 1)
  return flags.stringDetails(key, context, 'the fallback')
}
