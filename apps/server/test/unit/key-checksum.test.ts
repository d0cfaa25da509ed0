import { expect, test } from 'vitest'
import { withChecksum } from '../../src/http/auth/key-checksum.ts'
import { newKeySecret } from '../../src/random.ts'

/** Computed by another program: the CRC-32 of the 37 characters, in six digits of 0-9A-Za-z. */
const vectors: [random: string, checksum: string][] = [
  ['0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZa', '33EDWO'],
  ['0000000000000000000000000000000000000', '3jnQlY'],
  ['zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz104', '00vMGv'],
]

for (const [random, checksum] of vectors) {
  test(`the secret that begins with ${random} ends with ${checksum}`, () => {
    expect(withChecksum(random)).toBe(`${random}${checksum}`)
  })
}

test('a new secret has 43 characters, 37 by chance and a checksum of these', () => {
  const secrets = Array.from({ length: 1_000 }, newKeySecret)
  for (const secret of secrets) {
    expect(secret).toMatch(/^[0-9A-Za-z]{43}$/)
    expect(withChecksum(secret.slice(0, 37))).toBe(secret)
  }
  expect(new Set(secrets).size).toBe(1_000)
})
