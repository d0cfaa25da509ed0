import { limits } from './limits.ts'

/** Every error code of the service, with its status and when it occurs. */
export const errorTable = {
  INVALID_JSON: { status: 400, when: 'the body is not valid JSON' },
  UNAUTHORIZED: { status: 401, when: 'there is neither an API key nor a session' },
  INVALID_API_KEY: { status: 401, when: 'the API key is malformed, unknown or revoked' },
  FORBIDDEN: { status: 403, when: 'the caller is known, but may not do this' },
  CSRF_MISSING_ORIGIN: { status: 403, when: 'a change with a session cookie, without an `Origin`' },
  CSRF_ORIGIN_MISMATCH: { status: 403, when: 'a change with a session cookie, from the pages of another origin' },
  PROTECTED_ENVIRONMENT: { status: 403, when: 'a direct config update on a protected environment' },
  UPGRADE_REQUIRED: { status: 403, when: "the organization's plan does not include this" },
  SELF_APPROVAL_FORBIDDEN: {
    status: 403,
    when: 'the proposer approves their own proposal, by whatever key or session of theirs',
  },
  RESOURCE_NOT_FOUND: { status: 404, when: 'no such resource, or it belongs to another organization' },
  METHOD_NOT_ALLOWED: { status: 405, when: 'the path exists, but not with this method' },
  CONFLICT: { status: 409, when: 'the change contradicts what is there' },
  VERSION_CONFLICT: { status: 409, when: '`version` is not the latest version plus one' },
  PROPOSAL_ALREADY_PENDING: {
    status: 409,
    when: 'a pending proposal exists for the same flag or segment and environment, or the same change',
  },
  PROPOSAL_NOT_PENDING: { status: 409, when: 'the proposal was approved or rejected before' },
  PAYLOAD_TOO_LARGE: { status: 413, when: 'the body is larger than the limit' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, when: 'the body is not `application/json`' },
  VALIDATION_ERROR: {
    status: 422,
    when: 'the request is not as described; `details` lists what is wrong, at most 100 things',
  },
  IMMUTABLE_FIELD: {
    status: 422,
    when: 'the change names a field that never changes (a flag’s `key` or `type`, a segment’s `key`, `unit`, `large` or `keepIds`, a project’s `slug`)',
  },
  RATE_LIMITED: { status: 429, when: 'too many requests, or streams' },
  INTERNAL_ERROR: { status: 500, when: 'a fault of the service; the log has it under the request id' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    when: 'a part that this needs is not configured, does not answer or has no room',
  },
} as const satisfies Record<string, { status: number; when: string }>

export type ErrorCode = keyof typeof errorTable

export type ErrorDetail = { path: string; message: string }

type More = { details?: readonly ErrorDetail[]; requestId?: string; status?: number }

/** The one error class of the service: thrown anywhere, turned into an answer in one place. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly details: readonly ErrorDetail[] | undefined
  /** The id of the request, if the error came over the network. */
  readonly requestId: string | undefined
  /**
   * The status of the response, if the error came over the network: a newer server may have codes that are unknown here.
   * Otherwise the status of the code.
   */
  readonly status: number

  constructor(code: ErrorCode, message: string, more: More = {}) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.details = more.details
    this.requestId = more.requestId
    this.status = more.status ?? (Object.hasOwn(errorTable, code) ? errorTable[code].status : 500)
  }
}

/** Throws an `ApiError`. Its type `never` lets it compose: `find(…) ?? fail('RESOURCE_NOT_FOUND', …)`. */
export const fail = (code: ErrorCode, message: string, details?: readonly ErrorDetail[]): never => {
  throw new ApiError(code, message, details ? { details } : {})
}

/** Reports the first problems of a request, and tells if there are more. */
export const invalid = (message: string, details: readonly ErrorDetail[]): never => {
  const isAll = details.length <= limits.details
  const told = details.slice(0, limits.details).map(({ path, message }) => ({ path: cut(path), message }))
  return fail(
    'VALIDATION_ERROR',
    isAll ? message : `${message} Only the first ${limits.details} problems are listed.`,
    told,
  )
}

/** Cuts a path, which may hold long names from the caller. */
const cut = (path: string): string =>
  path.length <= limits.detailPath ? path : `${path.slice(0, limits.detailPath).toWellFormed()}…`
