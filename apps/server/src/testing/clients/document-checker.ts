import type { deliveryDocument, openApiDocument } from '@bunting/contract/openapi'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

type Answered = { status: number; headers: Headers; body: unknown }

/** Headers of HTTP itself and headers for browsers, which no document lists. */
const notOurs =
  /^(content-|access-control-|cross-origin-|x-accel-|x-(content-type|dns-prefetch|download|frame|permitted|xss)|(cache-control|connection|date|keep-alive|origin-agent-cluster|referrer-policy|strict-transport-security|transfer-encoding|vary)$)/

/** Checks responses against the OpenAPI document: a status or a field that it does not list fails the test. */
export const documentChecker = (document: ReturnType<typeof openApiDocument | typeof deliveryDocument>) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, code: { optimize: false } })
  ajv.addSchema(document, 'document')
  const validators = new Map<string, ValidateFunction>()
  // Of two templates that match the more specific one counts, so that `flags/stale` is not taken for a flag.
  const open = (template: string) => template.split('{').length
  const templates = Object.keys(document.paths ?? {})
    .toSorted((a, b) => open(a) - open(b))
    .map((template) => ({
      template,
      pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
    }))

  const has = (template: string, method: string) =>
    Object.hasOwn(document.paths?.[template] ?? {}, method.toLowerCase())

  const headerOf = (header: { $ref?: string; required?: boolean }) =>
    (header.$ref === undefined ? header : document.components?.headers?.[header.$ref.split('/').at(-1) as string]) ?? {}

  const checkHeaders = (said: Headers, documented: Record<string, object>, where: string): void => {
    const names = Object.keys(documented)
    const missing = names.filter((name) => headerOf(documented[name] as object).required && !said.has(name))
    if (missing.length > 0) throw new Error(`${where} without ${missing.join(', ')}, which the document promises`)
    const known = names.map((name) => name.toLowerCase())
    const unknown = [...said.keys()].filter((name) => !known.includes(name) && !notOurs.test(name))
    if (unknown.length > 0) throw new Error(`${where} with ${unknown.join(', ')}, which the document does not have`)
  }

  return (method: string, path: string, { status, headers, body }: Answered): void => {
    const template = templates.find(
      ({ template, pattern }) => pattern.test(path) && (status === 405 || has(template, method)),
    )?.template
    if (template === undefined || status === 405) return
    const answers = document.paths?.[template]?.[method.toLowerCase() as 'post']?.responses
    checkHeaders(headers, answers?.[status as 200]?.headers ?? {}, `${method} ${template} answered ${status}`)
    if (body === undefined && answers?.[status as 204] && !answers[status as 204].content) return
    const [media = 'application/json'] = Object.keys(answers?.[status as 200]?.content ?? {})
    const place = ['paths', template, method.toLowerCase(), 'responses', String(status), 'content', media]
    const named = answers?.[status as 200]?.content?.[media as 'application/json']?.schema?.$ref
    // Most responses are errors, which share a schema: a named schema is compiled once.
    const pointer = `document${named ?? `#/${[...place, 'schema'].map(escapePart).join('/')}`}`
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: pointer })
    validators.set(pointer, validate)
    if (validate(body)) return
    throw new Error(
      `${method} ${template} answered ${status} otherwise than documented: ${ajv.errorsText(validate.errors)}`,
    )
  }
}

const escapePart = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
