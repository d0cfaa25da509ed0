type Asked = {
  flags: string[]
  context: { userId?: string }
  signal: AbortSignal
  /** Answers every flag with this value, as of a revision. */
  answer(value: unknown, revision?: number, reason?: string): void
  fail(error?: Error): void
}

/** A Delivery API that answers when the test says so, even aborted requests: their answers may be under way already. */
export const heldFetch = () => {
  const asked: Asked[] = []
  const fetch: typeof globalThis.fetch = (_input, init = {}) =>
    new Promise((resolve, reject) => {
      const signal = init.signal as AbortSignal
      const { flags, context } = JSON.parse(String(init.body))
      asked.push({
        flags,
        context,
        signal,
        answer: (value, revision, reason = value === null ? 'FLAG_NOT_FOUND' : 'DEFAULT') => {
          const results = Object.fromEntries(flags.map((key: string) => [key, { value, reason }]))
          const headers = revision === undefined ? {} : { headers: { etag: `"${revision}"` } }
          resolve(Response.json({ results, meta: { environmentId: 'env_test' } }, headers))
        },
        fail: (error = new TypeError('the network is gone')) => reject(error),
      })
    })
  return { fetch, asked }
}
