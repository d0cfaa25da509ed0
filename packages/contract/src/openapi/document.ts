import { createDocument, type oas31, type ZodOpenApiObject } from 'zod-openapi'
import { headerPlace, headerTable } from './headers.ts'
import { plainDocument } from './plain.ts'

type Api = {
  title: string
  description: string
  /** The address at which callers reach it. */
  url: string
  tags: Record<string, string>
  securitySchemes: Record<string, oas31.SecuritySchemeObject>
  security?: oas31.SecurityRequirementObject[]
  paths: NonNullable<ZodOpenApiObject['paths']>
}

export type OpenApiDocument = ReturnType<typeof createDocument> & {
  components: { headers: Record<string, oas31.HeaderObject> }
}

/** Builds the OpenAPI 3.1 document of an API: the parts that both APIs share. */
export const documentOf = (api: Api): OpenApiDocument => {
  const { title, description, url, tags, securitySchemes, security, paths } = api
  const document = createDocument({
    openapi: '3.1.0',
    info: { title, version: '1', description, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: url.replace(/\/$/, '') }],
    ...(security ? { security } : {}),
    tags: Object.entries(tags).map(([name, words]) => ({ name, description: words })),
    paths,
    components: { securitySchemes },
  })
  return plainDocument({ ...document, components: { ...document.components, headers: headersIn(document.paths) } })
}

/** The headers that any answer refers to. */
const headersIn = (paths: object | undefined): Record<string, oas31.HeaderObject> => {
  const text = JSON.stringify(paths)
  return Object.fromEntries(Object.entries(headerTable).filter(([name]) => text.includes(`"${headerPlace}${name}"`)))
}
