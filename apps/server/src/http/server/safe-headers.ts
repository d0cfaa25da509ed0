import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

type ContentSecurity = NonNullable<NonNullable<Parameters<typeof secureHeaders>[0]>['contentSecurityPolicy']>

/** Sources that a page needs besides its own files, for Content-Security-Policy. */
type Beside = { scripts?: readonly string[]; styles?: readonly string[]; images?: readonly string[] }

/** The headers of a page: it loads nothing but our own files and the given sources, and cannot be framed. */
export const pageHeaders = ({ scripts = [], styles = [], images = [] }: Beside = {}): MiddlewareHandler =>
  safeHeaders({
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", ...scripts],
    styleSrc: ["'self'", ...styles],
    imgSrc: ["'self'", ...images],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  })

/** The headers of every answer to a browser. HTTPS is required for our own host only: its subdomains are not ours. */
export const safeHeaders = (contentSecurityPolicy?: ContentSecurity): MiddlewareHandler =>
  secureHeaders({
    strictTransportSecurity: 'max-age=15552000',
    ...(contentSecurityPolicy === undefined ? {} : { contentSecurityPolicy }),
  })
