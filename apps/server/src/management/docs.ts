import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Bunting Management API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`

const start = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reference', deepLinking: true, docExpansion: 'list' })
`

const files: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

/** The renderer styles elements as it draws them and ships its icons as data. */
const contentSecurity = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
  },
})

/** `GET /openapi.json`, and pages made of it at `GET /docs`, all from the project's own files. */
export const docs = (app: Hono, publicUrl: string): void => {
  const directory = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  let document: string | undefined
  app.get('/openapi.json', async (c) => {
    // Loaded by whoever asks first: most processes are never asked.
    const { openApiDocument } = await import('@bunting/contract/openapi')
    document ??= JSON.stringify(openApiDocument(publicUrl))
    return c.body(document, 200, { 'content-type': 'application/json' })
  })
  app.use('/docs/*', contentSecurity)
  app.get('/docs', (c) => c.html(page))
  app.get('/docs/start.js', (c) => c.body(start, 200, { 'content-type': 'text/javascript; charset=utf-8' }))
  for (const [name, type] of Object.entries(files)) {
    app.get(`/docs/${name}`, async (c) => c.body(await readFile(join(directory, name)), 200, { 'content-type': type }))
  }
}
