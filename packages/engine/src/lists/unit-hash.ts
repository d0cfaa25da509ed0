import { sha256Top64 } from '../hash/sha256.ts'
import { Utf8Writer } from '../hash/utf8.ts'

export type UnitHash = { readonly high: number; readonly low: number }

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** 16 bytes as base64url. */
export const isListSalt = (salt: unknown): salt is string => typeof salt === 'string' && /^[\w-]{21}[AQgw]$/.test(salt)

const written = new Utf8Writer()

/**
 * Returns the hash function of a list: the first 64 bits of SHA-256 over the list's salt and the unit in UTF-8. It returns
 * the same object each time.
 */
export const unitHasher = (salt: string): ((unit: string) => UnitHash) => {
  const bytes = saltBytes(salt)
  return (unit) => sha256Top64(written.clear().addBytes(bytes).add(unit))
}

function saltBytes(salt: string): Uint8Array {
  const bytes = new Uint8Array(16)
  let bits = 0
  let held = 0
  let at = 0
  for (const digit of salt) {
    held = ((held << 6) | digits.indexOf(digit)) & 0xffff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes[at++] = (held >>> bits) & 0xff
    }
  }
  return bytes
}
