/** The headers that any origin may send with a key, and those of an answer that its scripts may read. Never with cookies. */
export const crossOrigin = {
  allowHeaders: [
    'Authorization',
    'Content-Type',
    'If-None-Match',
    'X-API-Key',
    'Last-Event-ID',
    'X-Request-Id',
    'Idempotency-Key',
    'traceparent',
    'tracestate',
  ],
  exposeHeaders: ['ETag', 'Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'X-Request-Id'],
  maxAgeSeconds: 86_400,
}
