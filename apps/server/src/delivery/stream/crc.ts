import { crc32 } from 'node:zlib'

/** The CRC-32 and length of some bytes. `shift` is the factor that appends them to the CRC of what came before. */
export type Sum = { crc: number; length: number; shift: number }

export const sumOf = (bytes: Buffer): Sum => ({
  crc: crc32(bytes) | 0,
  length: bytes.length,
  shift: power(8 * bytes.length),
})

/** The CRC-32 of bytes with others after them, from the CRC of each: as zlib's `crc32_combine` does it. */
export const combine = (crc: number, after: Sum): number => multiply(after.shift, crc) ^ after.crc

// Polynomials over GF(2), modulo that of CRC-32. The highest bit is the constant term.
const polynomial = 0xedb88320 | 0
const one = 1 << 31
const x = 1 << 30

/** `a` must not be zero. */
const multiply = (a: number, b: number): number => {
  let product = 0
  let term = b
  for (let bit = one; ; bit >>>= 1) {
    if (a & bit) {
      product ^= term
      if ((a & (bit - 1)) === 0) return product
    }
    term = term & 1 ? (term >>> 1) ^ polynomial : term >>> 1
  }
}

const power = (exponent: number): number => {
  let result = one
  let factor = x
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = multiply(factor, result)
    factor = multiply(factor, factor)
  }
  return result
}
