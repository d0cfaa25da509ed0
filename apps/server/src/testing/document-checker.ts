import type { openApiDocument } from '@bunting/contract/openapi'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

type Answered = { status: number; body: unknown }

/** Holds answers to the OpenAPI document: a status or a field that it does not list is an error of the test. */
export const documentChecker = (document: ReturnType<typeof openApiDocument>) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema(document, 'document')
  const validators = new Map<string, ValidateFunction>()
  const templates = Object.keys(document.paths ?? {}).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
  }))

  return (method: string, path: string, { status, body }: Answered): void => {
    const template = templates.find(({ pattern }) => pattern.test(path))?.template
    if (template === undefined || status === 405) return
    const place = ['paths', template, method.toLowerCase(), 'responses', String(status), 'content', 'application/json']
    const pointer = `document#/${[...place, 'schema'].map(escapePart).join('/')}`
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: pointer })
    validators.set(pointer, validate)
    if (validate(body)) return
    throw new Error(
      `${method} ${template} answered ${status} otherwise than documented: ${ajv.errorsText(validate.errors)}`,
    )
  }
}

const escapePart = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
