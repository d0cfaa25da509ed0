import { wrongUse } from '../core/failure.ts'

/** Checks an address, and removes slashes at its end. */
export const checkUrl = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol)
    ? text.replace(/\/+$/, '')
    : wrongUse(`"${text}" is not an address: it begins with http:// or https://.`)
}
