import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

type ContentSecurity = NonNullable<NonNullable<Parameters<typeof secureHeaders>[0]>['contentSecurityPolicy']>

/** What every answer to a browser has. Of HTTPS we speak for our own host alone: what is under it is not ours. */
export const safeHeaders = (contentSecurityPolicy?: ContentSecurity): MiddlewareHandler =>
  secureHeaders({
    strictTransportSecurity: 'max-age=15552000',
    ...(contentSecurityPolicy === undefined ? {} : { contentSecurityPolicy }),
  })
