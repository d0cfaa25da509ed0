import { contextProblems, invalid, isListAttribute } from '@bunting/contract'
import type { EvaluationContext } from '@bunting/engine'
import { parseBody } from '../../request/read-body.ts'
import type { Request } from '../../response/answer.ts'

/**
 * The targeting key is the user, other properties are attributes; values and lists that no attribute may have are left
 * out.
 */
export const readContext = ({ body, country }: Pick<Request, 'body' | 'country'>): EvaluationContext => {
  const context = unfold(parseBody(body).context)
  const problems = contextProblems(context)
  if (problems.length > 0) {
    const details = problems.map(({ path, message }) => ({ path: pathOf(path), message }))
    invalid('The context is not as described.', details)
  }
  const { userId, attributes } = context as EvaluationContext
  return { userId: userId ?? undefined, attributes, proxyCountry: country } as EvaluationContext
}

const unfold = (context: unknown): unknown => {
  if (typeof context !== 'object' || context === null || Array.isArray(context)) return context
  const { targetingKey: userId, ...others } = context as Record<string, unknown>
  // The usual case: all of them can be attributes, so no copy is needed.
  if (Object.values(others).every(canBeAttribute)) return { userId, attributes: others }
  const attributes = Object.entries(others).filter(([, value]) => canBeAttribute(value))
  return { userId, attributes: Object.fromEntries(attributes) }
}

const canBeAttribute = (value: unknown): boolean => typeof value !== 'object' || isListAttribute(value)

/** The path of an attribute in the caller's body. */
export const ofrepPath = (attribute: string): string => `context.${attribute}`

/** The path in the caller's body for the path of a problem. */
const pathOf = (path: string): string => {
  if (path === 'userId') return 'context.targetingKey'
  return path === '' ? 'context' : path.replace(/^attributes/, 'context')
}
