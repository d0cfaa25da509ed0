import { createHash, createHmac } from 'node:crypto'
import { fail } from '@bunting/contract'
import {
  acceptedContent,
  type ClientCapabilities,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type Question, questionText } from './question.ts'

const field = 'agreed'
const form = z.object({ confirm: z.boolean().describe('Make this change') })

/** What a person was asked, as far as the server has to know it again. */
type Asked = { digest: string }

export type Consent = RequestStateCodec<Asked>

/**
 * Seals what is asked under the caller's own key. So any instance of the server recognizes it, and none has to remember it.
 * It is valid for ten minutes.
 */
export const openConsent = (secret: string): Consent =>
  createRequestStateCodec<Asked>({ key: createHmac('sha256', secret).update('bunting mcp consent').digest() })

/** Identifies one change: the tool, its exact arguments, and the state that it starts from. */
const digestOf = (tool: string, args: unknown, question: Question): string =>
  createHash('sha256')
    .update(JSON.stringify([tool, args, question]))
    .digest('base64url')

/** Tells whether the program on the other side can show a form to a person. */
const canAsk = (capabilities: ClientCapabilities | undefined): boolean => {
  const elicitation = capabilities?.elicitation
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

type Asking = {
  consent: Consent
  capabilities: ClientCapabilities | undefined
  ctx: ServerContext
  tool: string
  args: unknown
  question: Question
}

/** Asks a person; undefined once they agreed to exactly this. Throws if they did not, or cannot be asked. */
export const askFor = async (asking: Asking): Promise<InputRequiredResult | undefined> => {
  const { consent, capabilities, ctx, tool, args, question } = asking
  if (!canAsk(capabilities)) {
    fail(
      'FORBIDDEN',
      'Nothing changed: this takes effect at once, and the program that calls cannot ask a person. Make the change in the dashboard or with the command line, or start bunting mcp with --yes-unprotected.',
    )
  }
  const digest = digestOf(tool, args, question)
  const responses = ctx.mcpReq.inputResponses
  // An answer to something else, or to a state that is over, is no answer: the person is asked again.
  if (responses?.[field] !== undefined && ctx.mcpReq.requestState<Asked>()?.digest === digest) {
    if (acceptedContent(responses, field, form)?.confirm === true) return undefined
    fail('FORBIDDEN', 'Nothing changed: the person who was asked did not agree.')
  }
  return inputRequired({
    inputRequests: { [field]: inputRequired.elicit({ message: questionText(question), requestedSchema: form }) },
    requestState: await consent.mint({ digest }),
  })
}
