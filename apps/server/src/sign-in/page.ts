import { createHash } from 'node:crypto'
import { ApiError, signInPages } from '@bunting/contract'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Refusal } from './attempt/refusals.ts'

/** A few styles in the dashboard's colours. */
const style = `
  :root { color-scheme: light dark; --ink: light-dark(#1d1a15, #f2efe8); --flag: light-dark(#2544c0, #8ea2ff) }
  body { background: light-dark(#fcfbf9, #171514); color: var(--ink); font: 14px/1.6 Inter, system-ui, sans-serif;
    max-width: 26rem; margin: 16vh auto; padding: 0 1.5rem }
  svg { width: 54px; fill: none; stroke: var(--flag) }
  .full { fill: var(--flag) }
  .line { stroke: var(--ink) }
  h1 { font-size: 20px; line-height: 1.3; font-weight: 620 }
  a { display: inline-block; background: light-dark(#2544c0, #4560dd); color: #fff; border-radius: 6px;
    padding: .4rem .9rem; text-decoration: none }
  small { color: light-dark(#6d675c, #9a9488); font-size: 12px }
`
const styleHash = createHash('sha256').update(style).digest('base64')

const logo = `<svg viewBox="0 0 36 24" aria-hidden="true"><g stroke-width="1.4" stroke-linejoin="round">
  <path class="full" d="M2.4 5.1L11.6 7.7L5.4 18Z"/><path class="full" d="M13.3 8H22.7L21.7 10.9H14.3Z"/>
  <path d="M13.3 8H22.7L18 21.2ZM24.4 7.7L33.6 5.1L30.6 18Z"/></g>
  <path class="line" d="M1 4Q18 11 35 4" stroke-width="1.6" stroke-linecap="round"/></svg>`

/** The page may load and run nothing but its inline styles. */
const contentSecurity = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A page that says what happened and what to do next. All text in it is escaped. */
export const refusalPage = (c: Context, refusal: Refusal, publicUrl: string): Response => {
  const { status, title, text, next, again = false } = refusal
  const start = `${publicUrl}${signInPages.startSignIn.path}`
  c.header('content-security-policy', contentSecurity)
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Bunting</title>
        <style>${raw(style)}</style>
      </head>
      <body>
        ${raw(logo)}
        <h1>${title}</h1>
        <p>${text}</p>
        <p>${next}</p>
        ${again ? html`<p><a href="${start}">Begin again</a></p>` : ''}
        <p><small>Request id: ${c.get('requestId' as never)}</small></p>
      </body>
    </html>`
  return c.html(page as string, status)
}

/** Shows an error of the service as a page, if the request accepts one. */
export const errorPage = (c: Context, error: unknown, publicUrl: string): Response => {
  if (!(error instanceof ApiError) || !c.req.header('accept')?.includes('text/html')) throw error
  const words = wordsFor[error.status] ?? wordsFor[503]
  return refusalPage(c, { ...words, status: error.status as ContentfulStatusCode, text: error.message }, publicUrl)
}

const wordsFor: Record<number, Pick<Refusal, 'title' | 'next'>> & { 503: Pick<Refusal, 'title' | 'next'> } = {
  404: { title: 'There is nothing here', next: 'Look at the address again.' },
  429: { title: 'Too many attempts', next: 'Wait a little, then try again.' },
  503: { title: 'Signing in does not work now', next: 'If this stays so, ask whoever runs Bunting.' },
}
