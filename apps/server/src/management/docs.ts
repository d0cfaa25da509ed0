import type * as OpenApi from '@bunting/contract/openapi'
import type { Hono } from 'hono'
import { once } from '../base/once.ts'
import type { Deps } from '../http/endpoint/deps.ts'
import { prefixOf } from '../http/server/prefix.ts'
import { pageHeaders } from '../http/server/safe-headers.ts'

/** Each API has an OpenAPI document, and a page that renders it. */
const references = {
  management: { title: 'Bunting Management API', at: '/docs', document: '/openapi.json' },
  delivery: { title: 'Bunting Delivery API', at: '/docs/delivery', document: '/openapi-delivery.json' },
}
type Reference = (typeof references)[keyof typeof references]

const pageOf = ({ title, document }: Reference, prefix: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="stylesheet" href="${prefix}/docs/swagger-ui.css" />
  </head>
  <body>
    <nav>
      ${Object.values(references)
        .map(({ title, at }) => `<a href="${prefix}${at}">${title}</a>`)
        .join(' · ')}
    </nav>
    <div id="reference" data-document="${prefix}${document}"></div>
    <script src="${prefix}/docs/swagger-ui-bundle.js"></script>
    <script src="${prefix}/docs/start.js"></script>
  </body>
</html>
`

const start = `const { document: url } = document.getElementById('reference').dataset
SwaggerUIBundle({ url, dom_id: '#reference', deepLinking: true, docExpansion: 'list' })
`

const files: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

/** The renderer sets styles on elements as it draws them, and has its icons as data URLs. */
const contentSecurity = pageHeaders({ styles: ["'unsafe-inline'"], images: ['data:'] })

/** Serves the documents and their pages, all from the project's own files. */
export const docs = (
  app: Hono,
  { publicUrl, deliveryUrl, assets }: Pick<Deps, 'publicUrl' | 'deliveryUrl' | 'assets'>,
): void => {
  const { management, delivery } = references
  const serve = (path: string, make: (contract: typeof OpenApi) => object): void => {
    let text: string | undefined
    app.get(path, async (c) => {
      // Loaded at the first request: most processes never need it.
      text ??= JSON.stringify(make(await import('@bunting/contract/openapi')))
      return c.body(text, 200, { 'content-type': 'application/json' })
    })
  }
  serve(management.document, ({ openApiDocument }) => openApiDocument(publicUrl))
  serve(delivery.document, ({ deliveryDocument }) => deliveryDocument(deliveryUrl))
  app.use('/docs/*', contentSecurity)
  for (const reference of Object.values(references)) {
    app.get(reference.at, (c) => c.html(pageOf(reference, prefixOf(publicUrl))))
  }
  app.get('/docs/start.js', (c) => c.body(start, 200, { 'content-type': 'text/javascript; charset=utf-8' }))
  for (const [name, type] of Object.entries(files)) {
    // Read once, so that callers cannot decide how many files are open.
    const read = once(() => assets.read('reference', name))
    app.get(`/docs/${name}`, async (c) => c.body(await read(), 200, { 'content-type': type }))
  }
}
