import { request } from 'node:http'

/**
 * Sends a request to a test service; rejects for an error status. Every request has a connection of its own: a service that was
 * busy for long may close an idle connection just when it is reused.
 */
export const send = <Result>(service: string, method: string, path: string, body?: object): Promise<Result> =>
  new Promise((resolve, reject) => {
    const text = body && JSON.stringify(body)
    const headers =
      text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
    const asked = request(`${service}${path}`, { method, headers, agent: false }, async (response) => {
      try {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk as Buffer)
        const answer = Buffer.concat(chunks).toString()
        if ((response.statusCode ?? 500) < 300) resolve(JSON.parse(answer))
        else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${answer}`))
      } catch (error) {
        reject(error)
      }
    })
    asked.on('error', reject).end(text)
  })
