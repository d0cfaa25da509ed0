import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sourceIn, subjects } from './support/conformance.ts'

let attempts = 0
let compileFlags: typeof import('../src/index.ts').compileFlags

beforeAll(async () => {
  const construct = () => {
    attempts++
    throw new EvalError('Code generation from strings disallowed for this context')
  }
  vi.stubGlobal('Function', new Proxy(Function, { construct }))
  // It asks once for each time it is loaded, and another file may have loaded it.
  vi.resetModules()
  compileFlags = (await import('../src/index.ts')).compileFlags
})

afterAll(() => {
  vi.unstubAllGlobals()
})

for (const { subject, cases } of subjects) {
  test(`where no code may be made from text: ${subject}`, () => {
    for (const each of cases) {
      const flag = compileFlags(sourceIn(each)).flags.get(each.flagKey)
      if (flag) expect(flag.evaluate(each.context), each.name).toEqual(each.expect)
    }
  })
}

test('it is tried once, so that a content security policy reports one violation', () => {
  expect(attempts).toBe(1)
})
