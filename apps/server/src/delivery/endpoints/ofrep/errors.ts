import type { ApiError, ErrorCode } from '@bunting/contract'
import { type Answer, errorAnswer, type Request } from '../../response/answer.ts'
import { flagKeyOf } from './flag-path.ts'

const statuses = { PARSE_ERROR: 400, INVALID_CONTEXT: 400, FLAG_NOT_FOUND: 404, GENERAL: 500 }

/** Published providers only read errors with these statuses; other errors are answered in Delivery's usual form. */
const codes: Partial<Record<ErrorCode, keyof typeof statuses>> = {
  INVALID_JSON: 'PARSE_ERROR',
  VALIDATION_ERROR: 'INVALID_CONTEXT',
  INTERNAL_ERROR: 'GENERAL',
  SERVICE_UNAVAILABLE: 'GENERAL',
}

export const flagNotFound = (key: string): Answer => failure('FLAG_NOT_FOUND', 'There is no such flag.', key)

export const flagBroken = (key: string): Answer => failure('GENERAL', 'This flag cannot be read now.', key)

export const ofrepError = (error: ApiError): Answer => failureOf(error, undefined)

/** Errors of the route for a single flag, which name the flag. */
export const ofrepFlagError = (error: ApiError, request: Request): Answer => failureOf(error, flagKeyOf(request))

const failureOf = ({ code, message, details }: ApiError, key: string | undefined): Answer => {
  const errorCode = codes[code]
  if (!errorCode) return errorAnswer(code, message, details)
  const sentences = [message, ...(details ?? []).map((detail) => `${detail.path} ${detail.message}.`)]
  return failure(errorCode, sentences.join(' '), key)
}

const failure = (errorCode: keyof typeof statuses, errorDetails: string, key: string | undefined): Answer => ({
  status: statuses[errorCode],
  body: JSON.stringify({ key, errorCode, errorDetails }),
})
