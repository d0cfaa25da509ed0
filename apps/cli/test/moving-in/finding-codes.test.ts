import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findingCodes } from '../../src/moving-in/finding-codes.ts'

const page = readFileSync(new URL('../../../../docs/moving-in.md', import.meta.url), 'utf8')

test('the page about moving in says what each code of a finding means, and of no other', () => {
  const rows = page.matchAll(/^\| `([a-z0-9-]+)` \| (.*) \|$/gm)
  const codes = Object.fromEntries(Array.from(rows, ([, code, meaning]) => [code, meaning]))
  expect(codes).toMatchObject(findingCodes)
})
