import { deliveryDocument } from '@bunting/contract/openapi'
import type { Answer } from './answer.ts'
import { documentChecker } from './document-checker.ts'

const check = documentChecker(deliveryDocument('http://delivery.test'))

export const deliveryClient = (deliveryUrl: string, key: string) => {
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await fetch(`${deliveryUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const answer = {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
    check(method, path.split('?', 1)[0] as string, answer)
    return answer
  }
  return {
    send,
    evaluate: (flagKey: string, context: unknown = {}) => send('POST', '/v1/evaluate', { flagKey, context }),
    bulk: (flags: readonly string[], context: unknown = {}) => send('POST', '/v1/evaluate/bulk', { flags, context }),
    bundle: (headers: Record<string, string> = {}) => send('GET', '/v1/bundle', undefined, headers),
  }
}
