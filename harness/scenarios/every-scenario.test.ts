import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every scenario of the list is there', () => {
  const folder = new URL('.', import.meta.url)
  const texts = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'))
  const numbers = texts.flatMap((text) =>
    Array.from(text.matchAll(/scenario\(\s*(\d+),/g), ([, number]) => Number(number)),
  )
  expect([...new Set(numbers)].sort((one, other) => one - other)).toEqual(Array.from({ length: 46 }, (_, at) => at + 1))
})
