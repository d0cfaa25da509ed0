import { ApiError, type ErrorCode } from '@bunting/contract'
import type { Output } from '../output/output.ts'
import { bold, dim, red, rich } from '../output/rich.ts'
import { exitCodes, type Outcome } from './exit-code.ts'
import { Failure } from './failure.ts'
import { own } from './own.ts'

type Ending = Exclude<Outcome, 'ok'>

/** Advice for error codes that have a usual remedy. */
const advice: Partial<Record<ErrorCode, string>> = {
  UNAUTHORIZED: 'bunting login',
  INVALID_API_KEY: 'The key is unknown, expired or revoked: bunting login',
  UPGRADE_REQUIRED: 'Ask the operator for a larger plan: bunting orgs update <id> --plan <plan>',
  SELF_APPROVAL_FORBIDDEN: 'Somebody else has to approve it, in the dashboard or with a key of their own.',
  PROPOSAL_ALREADY_PENDING: 'Review or withdraw it first: bunting proposals list --status pending',
  PROPOSAL_NOT_PENDING: 'A resolved proposal stays as it is: make a new one with bunting proposals create',
  RATE_LIMITED: 'Try again in a moment.',
  INTERNAL_ERROR: 'Try again; if it stays, ask the operator to look for the request in the log.',
  SERVICE_UNAVAILABLE: 'Try again in a moment.',
}

/** Prints the error on standard error: what happened, what to do next, and the id of the request. */
export const report = (out: Output, error: unknown): Ending => {
  if (error instanceof ApiError) return reportApiError(out, error)
  if (error instanceof Failure) {
    out.note(rich`${red('Error:')} ${error.message}`)
    for (const next of error.next) out.note(rich`  ${dim('→')} ${next}`)
    noteRequest(out, error.requestId)
    return error.outcome
  }
  out.note(rich`${red('Error:')} bunting itself failed (exit code ${exitCodes.fault.code}). Please report this:`)
  for (const line of ((error as Error)?.stack ?? String(error)).split('\n')) out.note(rich`  ${line}`)
  return 'fault'
}

const reportApiError = (out: Output, error: ApiError): Ending => {
  out.note(rich`${red('Error:')} ${error.message} ${dim(`(${error.code})`)}`)
  for (const { path, message } of error.details ?? []) out.note(rich`  ${bold(path)} ${message}`)
  const next = own(advice, error.code)
  if (next !== undefined) out.note(rich`  ${dim('→')} ${next}`)
  noteRequest(out, error.requestId)
  return mayWorkLater(error) ? 'unreachable' : 'refused'
}

const mayWorkLater = ({ status }: ApiError): boolean => status >= 500 || status === 429

const noteRequest = (out: Output, requestId: string | undefined): void => {
  if (requestId !== undefined) out.note(rich`  ${dim(`request ${requestId}`)}`)
}
