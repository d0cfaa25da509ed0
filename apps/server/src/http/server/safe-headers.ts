import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

type ContentSecurity = NonNullable<NonNullable<Parameters<typeof secureHeaders>[0]>['contentSecurityPolicy']>

/** What a page has beside its files: sources of Content-Security-Policy. */
type Beside = { scripts?: readonly string[]; styles?: readonly string[]; images?: readonly string[] }

/** Of a page: everything comes from files of our own, but what is said, nothing from elsewhere, and no frame is around it. */
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

/** What every answer to a browser has. Of HTTPS we speak for our own host alone: what is under it is not ours. */
export const safeHeaders = (contentSecurityPolicy?: ContentSecurity): MiddlewareHandler =>
  secureHeaders({
    strictTransportSecurity: 'max-age=15552000',
    ...(contentSecurityPolicy === undefined ? {} : { contentSecurityPolicy }),
  })
