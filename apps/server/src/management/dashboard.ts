import { extname } from 'node:path'
import { fail } from '@bunting/contract'
import type { Context, Hono } from 'hono'
import type { Deps } from '../http/deps.ts'
import { prefixOf } from '../http/prefix.ts'
import { safeHeaders } from '../http/safe-headers.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

const index = 'index.html'
const packed = '.br'

/** Everything comes from files of our own: no inline script, no inline style, nothing from elsewhere, no frame around it. */
const contentSecurity = safeHeaders({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'"],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
})

/** A name with a hash in it never means anything else. */
const aYear = 'public, max-age=31536000, immutable'
const cacheOf = (name: string): string => (name.startsWith('assets/') ? aYear : 'no-cache')

type Files = ReadonlyMap<string, Buffer<ArrayBuffer>>

/**
 * Read whole by whoever asks first, so that a later build never mixes with this one. The page names its files relative to
 * where it is, but is at every address: it gets them as they are from everywhere.
 */
const readFiles = async (assets: Deps['assets'], prefix: string): Promise<Files> => {
  const names = await assets.list('dashboard')
  const files = new Map<string, Buffer<ArrayBuffer>>()
  // One after another: there are more of them than a process may have files to spare.
  for (const name of names) files.set(name, await assets.read('dashboard', name))
  const page = await assets.read('dashboard', index)
  files.set(index, Buffer.from(page.toString().replaceAll('="./', `="${prefix}/`)))
  files.delete(index + packed)
  return files
}

/**
 * The dashboard at `/`. A page of it has an address that only the browser knows: whatever is asked for as a page, and is no
 * address of an API, is the dashboard's.
 */
export const dashboard = (app: Hono, { publicUrl, assets }: Pick<Deps, 'publicUrl' | 'assets'>): void => {
  let reading: Promise<Files> | undefined
  const files = async (): Promise<Files> => {
    reading ??= readFiles(assets, prefixOf(publicUrl))
    try {
      return await reading
    } catch {
      reading = undefined
      return fail('RESOURCE_NOT_FOUND', 'The dashboard is not built. `npm start` builds it.')
    }
  }
  const send = async (c: Context, name: string): Promise<Response> => {
    const all = await files()
    const file = all.get(name)
    if (!file) return c.notFound()
    const small = all.get(name + packed)
    const isPacked = small !== undefined && accepts(c, 'accept-encoding', 'br')
    return c.body(isPacked ? small : file, 200, {
      'content-type': types[extname(name)] ?? 'application/octet-stream',
      'cache-control': cacheOf(name),
      ...(small ? { vary: 'accept-encoding' } : {}),
      ...(isPacked ? { 'content-encoding': 'br' } : {}),
    })
  }

  app.get('/assets/:name', contentSecurity, (c) => send(c, `assets/${c.req.param('name')}`))
  for (const name of ['favicon.svg', 'theme.js']) app.get(`/${name}`, contentSecurity, (c) => send(c, name))
  app.get('/', contentSecurity, (c) => send(c, index))
  app.get('*', async (c, next) => {
    if (!isPage(c)) return next()
    return contentSecurity(c, async () => {
      c.res = await send(c, index)
    })
  })
}

const accepts = (c: Context, header: string, what: string): boolean => c.req.header(header)?.includes(what) ?? false

const isPage = (c: Context): boolean =>
  accepts(c, 'accept', 'text/html') && !/^\/(v1|api|admin|docs|assets|\.well-known)(\/|$)/.test(c.req.path)
