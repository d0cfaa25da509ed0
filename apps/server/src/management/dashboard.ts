import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { fail } from '@bunting/contract'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { once } from '../base/once.ts'
import type { Deps } from '../http/endpoint/deps.ts'
import { encodingFor, namesType } from '../http/server/accepted-encoding.ts'
import { prefixOf } from '../http/server/prefix.ts'
import { pageHeaders } from '../http/server/safe-headers.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

const index = 'index.html'
const packed = '.br'

/** File names under `assets/` contain a hash of their content, so they can be cached for ever. */
const aYear = 'public, max-age=31536000, immutable'
const cacheOf = (name: string): string => (name.startsWith('assets/') ? aYear : 'no-cache')

const ofFiles = pageHeaders()

const hashesIn = (page: string, tag: 'script' | 'style'): string[] =>
  Array.from(
    page.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g')),
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )

type Files = { all: ReadonlyMap<string, Buffer<ArrayBuffer>>; ofPage: MiddlewareHandler }

/**
 * Reads all files at the first request, so that a later build never mixes with this one. The page is served at every
 * address, so its relative links are made absolute.
 */
const readFiles = async (assets: Deps['assets'], prefix: string): Promise<Files> => {
  const names = await assets.list('dashboard')
  const files = new Map<string, Buffer<ArrayBuffer>>()
  // One after another: there are more files than a process may open at once.
  for (const name of names) files.set(name, await assets.read('dashboard', name))
  const page = (await assets.read('dashboard', index)).toString().replaceAll('="./', `="${prefix}/`)
  files.set(index, Buffer.from(page))
  files.set(index + packed, brotliCompressSync(page))
  const ofPage = pageHeaders({ scripts: hashesIn(page, 'script'), styles: hashesIn(page, 'style') })
  return { all: files, ofPage }
}

/**
 * The dashboard at `/`. The addresses of its pages are known only to the browser: so any page request that is not for
 * an API is answered with the dashboard.
 */
export const dashboard = (app: Hono, { publicUrl, assets }: Pick<Deps, 'publicUrl' | 'assets'>): void => {
  const read = once(() => readFiles(assets, prefixOf(publicUrl)))
  const files = (): Promise<Files> =>
    read().catch(() => fail('RESOURCE_NOT_FOUND', 'The dashboard is not built. `npm start` builds it.'))
  const send = async (c: Context, name: string): Promise<Response> => {
    const { all } = await files()
    const file = all.get(name)
    if (!file) return c.notFound()
    const small = all.get(name + packed)
    const isPacked = small !== undefined && encodingFor(c.req.header('accept-encoding'), ['br']) === 'br'
    return c.body(isPacked ? small : file, 200, {
      'content-type': types[extname(name)] ?? 'application/octet-stream',
      'cache-control': cacheOf(name),
      ...(small ? { vary: 'accept-encoding' } : {}),
      ...(isPacked ? { 'content-encoding': 'br' } : {}),
    })
  }

  const sendPage: MiddlewareHandler = async (c) => {
    const { ofPage } = await files()
    return ofPage(c, async () => {
      c.res = await send(c, index)
    })
  }

  app.get('/assets/:name', ofFiles, (c) => send(c, `assets/${c.req.param('name')}`))
  app.get('/favicon.svg', ofFiles, (c) => send(c, 'favicon.svg'))
  app.get('/', sendPage)
  app.get('*', (c, next) => (isPage(c) ? sendPage(c, next) : next()))
}

const isPage = (c: Context): boolean =>
  namesType(c.req.header('accept'), 'text/html') && !/^\/(v1|api|admin|docs|assets|\.well-known)(\/|$)/.test(c.req.path)
