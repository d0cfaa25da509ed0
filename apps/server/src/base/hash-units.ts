import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'

const maxKnown = 100_000
const idBits = 52

/** The secret of an environment: 64 hexadecimal digits. */
export const newUnitSecret = (): string => randomBytes(32).toString('hex')

/**
 * 64 bits of HMAC-SHA-256 over the unit's kind, a zero byte and the unit. Without the secret nobody can tell who the unit
 * was, or that units of two environments are the same. Recent hashes are cached, since a unit does several things in a row.
 */
export const openUnitHash = (secret: string): ((attribute: string, unit: string) => bigint) => {
  const key = Buffer.from(secret, 'hex')
  const known = new Map<string, bigint>()
  return (attribute, unit) => {
    const text = `${attribute}\0${unit}`
    const before = known.get(text)
    if (before !== undefined) return before
    if (known.size >= maxKnown) known.clear()
    const hash = createHmac('sha256', key).update(text).digest().readBigInt64BE()
    known.set(text, hash)
    return hash
  }
}

/** The hash of an event's id as a safe integer. That is enough, since a unit has few events of one name. */
export const hashEventId = (id: string): number =>
  Number(BigInt.asUintN(idBits, createHash('sha256').update(id).digest().readBigUInt64BE()))

/** The id of an event that came without one. It need not be unguessable. */
export const newEventId = (): number => Math.floor(Math.random() * 2 ** idBits)

const tagBytes = 16
const nonceBytes = 12

/**
 * Encrypted texts that only a server with the environment's secret can make or read. The same text always becomes the same
 * token, so that equal answers stay equal.
 */
export const openUnitTokens = (secret: string) => {
  const key = createHmac('sha256', Buffer.from(secret, 'hex')).update('tokens').digest()
  const nonceOf = (text: string): Buffer => createHmac('sha256', key).update(text).digest().subarray(0, nonceBytes)
  return {
    seal: (text: string): string => {
      const nonce = nonceOf(text)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    /** Returns undefined for anything that `seal` did not make. */
    open: (token: string): string | undefined => {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length < nonceBytes + tagBytes) return undefined
      try {
        const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
        cipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
        return Buffer.concat([cipher.update(bytes.subarray(nonceBytes + tagBytes)), cipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
