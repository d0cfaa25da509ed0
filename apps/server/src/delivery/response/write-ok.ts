import type { ServerResponse } from 'node:http'
import { headText } from './head-text.ts'

/** As Node names it: what it writes as the head, without a further look. */
type Head = { _header: string }

/**
 * The head of a 200 on a connection that stays open. Node's own `writeHead` looks at each name and value again, which takes
 * a tenth of the time of an evaluation; of ours only the request id comes from a caller, and that is checked already.
 */
export const writeOk = (response: ServerResponse, headers: readonly string[]): void => {
  const own = response as ServerResponse & Head
  own._header = headText(200, headers, 'kept')
}
