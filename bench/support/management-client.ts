type Answer = { id: string; items: { id: string }[] }

/** Sends JSON to the Management API. */
export const sending =
  (url: string, key: string) =>
  async (method: string, path: string, body?: object): Promise<Answer> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const response = await fetch(`${url}${path}`, { method, headers, body: body ? JSON.stringify(body) : null })
    const answer = (await response.json()) as Answer
    if (response.status >= 300) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`)
    return answer
  }
