import type { Problem } from '@bunting/engine'
import { limits } from './limits.ts'

const object = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textProblem = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') return 'must be string'
  return value.length > limits.attributeText ? `must have at most ${limits.attributeText} characters` : undefined
}

const attributeProblem = (value: unknown): string | undefined => {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return undefined
  if (typeof value === 'string') return textProblem(value)
  return Array.isArray(value) ? listProblem(value) : 'must be string, number, boolean or an array of these'
}

const listProblem = (values: readonly unknown[]): string | undefined => {
  if (values.length > limits.listItems) return `must have at most ${limits.listItems} items`
  const isItem = (value: unknown) =>
    typeof value === 'string'
      ? textProblem(value) === undefined
      : typeof value === 'number' || typeof value === 'boolean'
  if (values.every(isItem)) return undefined
  return `must have nothing in it but texts of at most ${limits.attributeText} characters, numbers and booleans`
}

/** Tells whether a value is a list that an attribute may have. */
export const isListAttribute = (value: unknown): boolean => Array.isArray(value) && listProblem(value) === undefined

/** All problems of an evaluation context, with paths inside it; empty if it can be evaluated. */
export const contextProblems = (context: unknown): Problem[] => {
  if (context === undefined) return [{ path: '', message: 'is required' }]
  if (!object(context)) return [{ path: '', message: 'must be an object' }]
  const problems: Problem[] = []
  for (const field of ['userId', 'anonymousId']) {
    const message = textProblem(context[field])
    if (message) problems.push({ path: field, message })
  }
  const attributes = context.attributes ?? {}
  if (!object(attributes)) return [...problems, { path: 'attributes', message: 'must be an object' }]
  const names = Object.keys(attributes)
  if (names.length > limits.attributes) {
    return [...problems, { path: 'attributes', message: `must have at most ${limits.attributes} attributes` }]
  }
  for (const name of names) {
    const message = attributeProblem(attributes[name])
    if (message) problems.push({ path: `attributes.${name}`, message })
  }
  return problems
}
