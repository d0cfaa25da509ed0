import { fail } from '@bunting/contract'

/** By what a batch is known again, and what was answered then. */
export const onceAs = (scope: string, key: string, answer: object): { scope: string; key: string; answer: string } => {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    const message = 'must be 1 to 255 printable characters without spaces'
    fail('VALIDATION_ERROR', 'A header is not as described.', [{ path: 'Idempotency-Key', message }])
  }
  return { scope, key, answer: JSON.stringify(answer) }
}
