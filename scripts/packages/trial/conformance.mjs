import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bucketOf, compileFlags, explain, murmur3, rolloutSeed, variantSeed } from '@bunting/engine'
import { openFlags } from '@bunting/sdk-server'

/** Files that are not about the answers of flags alone have other expectations. */
const otherSubjects =
  /^(explain|patches|event-stream|statistics|large-segments|patterns|numbers|instants|telemetry|exposures)/

export const conformance = ({ conformance: folder }) => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  const read = (file) => JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const cases = files.filter((file) => !otherSubjects.test(file)).flatMap((file) => read(file).cases)

  return {
    'the engine answers as the conformance data say': () => {
      assert.ok(cases.length > 100)
      for (const one of cases.filter(({ config }) => config)) {
        const { flags } = compileFlags(sourceOf(one))
        assert.deepEqual(flags.get(one.flagKey).evaluate(one.context), one.expect, one.name)
      }
    },
    'the engine explains as the conformance data say': () => {
      for (const one of read('explain.json').cases) {
        assert.deepEqual(explain(one.flagKey, sourceOf(one), one.context), one.expect, one.name)
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
      for (const one of cases) {
        const flags = openFlags({ url: 'http://bunting.test', key: 'sk_1', bootstrap: bundleOf(one), fetch: noNetwork })
        const { version, isStatic, error, ...result } = ask(flags, one)
        assert.deepEqual(result, { ...one.expect, value: one.expect.value ?? fallback }, one.name)
        await flags.close()
      }
    },
  }
}

/** A bundle with the flag of a case, and all that it needs. */
const bundleOf = ({ flagKey, type, config, flags = {}, segments = {}, format = 2 }) => {
  const all = { ...flags, ...(config && { [flagKey]: { type, config } }) }
  const described = Object.entries(all).map(([key, { type, config }]) => {
    const found = typeof config.defaultValue
    return [key, { id: 'flag_1', type: type ?? (found === 'object' ? 'json' : found), clientSafe: false, config }]
  })
  return { format, environmentId: 'env_1', revision: 1, flags: Object.fromEntries(described), segments }
}

const sourceOf = (one) => {
  const { format, flags, segments } = bundleOf(one)
  return { format, flags: new Map(Object.entries(flags)), segments: new Map(Object.entries(segments)) }
}

const noNetwork = () => Promise.reject(new TypeError('no network'))

const fallback = 'the fallback'

const ask = (flags, { flagKey, context, expect: { value } }) => {
  if (typeof value === 'boolean') return flags.booleanDetails(flagKey, context, !value)
  if (typeof value === 'number') return flags.numberDetails(flagKey, context, value + 1)
  if (typeof value === 'object' && value) return flags.jsonDetails(flagKey, context, {})
  return flags.stringDetails(flagKey, context, fallback)
}
