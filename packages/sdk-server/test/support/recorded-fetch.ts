type Recorded = {
  path: string
  query: string
  method: string
  headers: Headers
  body: string
  status: number | undefined
}

type Answer = (path: string, init: RequestInit, url: string) => Response | Promise<Response> | undefined

/** The real `fetch`, unless `answer` returns a response; all requests are recorded in `requests`. */
export const recordedFetch = (answer: Answer = () => undefined) => {
  const requests: Recorded[] = []
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const { pathname: path, search: query } = new URL(String(input))
    const request: Recorded = {
      path,
      query,
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: String(init.body ?? ''),
      status: undefined,
    }
    requests.push(request)
    const response = (await answer(path, init, String(input))) ?? (await globalThis.fetch(input, init))
    request.status = response.status
    return response
  }
  return { fetch, requests, of: (path: string) => requests.filter((request) => request.path === path) }
}
