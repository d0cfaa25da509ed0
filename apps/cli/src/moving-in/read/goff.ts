import type { Reader } from './reader.ts'

/** Reads GO Feature Flag's relay, which returns all flags of its environment. */
export const goff: Reader = {
  title: 'GO Feature Flag',
  address: { variable: 'GO_FEATURE_FLAG_URL' },
  keyVariable: 'GO_FEATURE_FLAG_API_KEY',
  isKeyOptional: true,
  environment: async (requests, base, key) => {
    const headers: Record<string, string> = key === '' ? {} : { 'x-api-key': key }
    const url = `${base}/v1/flag/configuration`
    const { body } = await requests({ url, about: 'the configuration', headers, post: { flags: [] } })
    return (body as { flags?: unknown } | null)?.flags ?? {}
  },
  namesIn: (environment) => Object.keys(environment as object),
}
