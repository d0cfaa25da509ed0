import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../../../', import.meta.url)
const page = readFileSync(new URL('docs/threat-model.md', root), 'utf8')
const [, section = ''] = /^## Walls$(.*?)^## /ms.exec(page) ?? []
const walls = section
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => {
    const [, ssrfGuard = '', heldBy = ''] = line.split('|')
    const tests = [...heldBy.matchAll(/`([^`]+\.test\.tsx?)` "([^"]+)"/g)]
    return { ssrfGuard: ssrfGuard.trim(), tests: tests.map(([, file = '', title = '']) => ({ file, title })) }
  })

/** The quoted texts of a test file, among them the titles of its tests. */
const quotedIn = (file: string): string[] =>
  [...readFileSync(new URL(file, root), 'utf8').matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`\n]*`/g)].map(([text]) => text)

test('there are walls on the page', () => {
  expect(walls.length).toBeGreaterThan(20)
})

test.each(walls)('a test holds: $wall', ({ tests }) => {
  expect(tests.length).toBeGreaterThan(0)
  for (const { file, title } of tests) {
    expect(existsSync(new URL(file, root)), `there is no ${file}`).toBe(true)
    expect(
      quotedIn(file).some((text) => text.includes(title)),
      `no test of ${file} is called “${title}”`,
    ).toBe(true)
  }
})
