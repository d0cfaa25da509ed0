import { ApiError } from '@bunting/contract'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { cleanText, cleanValue } from './clean.ts'
import { bytesOf, maxAnswerBytes } from './size.ts'

const textResult = (answer: object): CallToolResult => ({ content: [{ type: 'text', text: JSON.stringify(answer) }] })

/** An answer as one text of JSON. Whatever a tool puts into it, ids that people chose included, has nothing hidden here. */
export const resultOf = (answer: object): CallToolResult => {
  const clean = cleanValue(answer) as object
  return bytesOf(clean) <= maxAnswerBytes
    ? textResult(clean)
    : failureOf(new ApiError('PAYLOAD_TOO_LARGE', 'The answer is larger than 4 KB: ask for less.'))
}

const maxDetails = 10
const maxMessage = 600

/** A failure in the words of the API, which may repeat what people wrote. Unexpected errors say no more than that: their words are for the log. */
export const failureOf = (error: unknown): CallToolResult => {
  const { code, message, details } =
    error instanceof ApiError ? error : new ApiError('INTERNAL_ERROR', 'The tool itself failed.')
  const shown = details
    ?.slice(0, maxDetails)
    .map((detail) => ({ path: cleanText(detail.path, 100), message: cleanText(detail.message) }))
  const failure = { code, message: cleanText(message, maxMessage), ...(shown && { details: shown }), untrusted: true }
  const { details: _, ...brief } = failure
  const fits = bytesOf({ error: failure }) <= maxAnswerBytes
  return { ...textResult({ error: fits ? failure : brief }), isError: true }
}
