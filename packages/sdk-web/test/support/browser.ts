import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { openBrowser } from '../../../../apps/server/src/testing/clients/open-browser.ts'

/** Serves files from memory, by path. */
const serve = async (files: Record<string, string>): Promise<string> => {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    const text = files[path]
    const type = path === '/' ? 'text/html' : 'text/javascript'
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': `${type}; charset=utf-8` }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** A real browser at a page with these files; `/` is its HTML. Collects its `requests` and `errors`. */
export const openPage = async (
  files: Record<string, string>,
  search = '',
): Promise<{ page: Page; requests: string[]; errors: string[] }> => {
  const url = await serve(files)
  const browser = await openBrowser()
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.goto(`${url}${search}`)
  return { page, requests, errors }
}
