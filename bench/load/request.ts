/** A request with a body as it goes over the wire. */
export const wireRequest = (
  method: string,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): string => {
  const text = JSON.stringify(body)
  const lines = Object.entries({
    host: '127.0.0.1',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`
}

export const postRequest = (path: string, body: object, headers: Record<string, string> = {}): string =>
  wireRequest('POST', path, body, headers)
