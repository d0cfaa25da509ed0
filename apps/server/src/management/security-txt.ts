import type { Hono } from 'hono'
import type { Deps } from '../http/endpoint/deps.ts'

const path = '/.well-known/security.txt'
/** Half of the year that RFC 9116 recommends as the maximum. */
const goodForMs = 182 * 24 * 60 * 60 * 1_000

/** Serves `security.txt` (RFC 9116) if `BUNTING_SECURITY_CONTACT` is set. */
export const securityTxt = (app: Hono, { securityContact, publicUrl, nowUs }: Deps): void => {
  if (securityContact === undefined) return
  app.get(path, (c) => {
    const fields = {
      Contact: contactUri(securityContact),
      Expires: new Date(nowUs() / 1_000 + goodForMs).toISOString().replace(/\.\d+/, ''),
      'Preferred-Languages': 'en',
      Canonical: `${publicUrl}${path}`,
    }
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`)
    return c.body(lines.join(''), 200, { 'content-type': 'text/plain; charset=utf-8' })
  })
}

const contactUri = (contact: string): string => (/^(mailto|https|tel):/i.test(contact) ? contact : `mailto:${contact}`)
