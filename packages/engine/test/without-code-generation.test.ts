import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { subjects } from './support/conformance.ts'

let attempts = 0
let compileFlag: typeof import('../src/index.ts').compileFlag

beforeAll(async () => {
  const construct = () => {
    attempts++
    throw new EvalError('Code generation from strings disallowed for this context')
  }
  vi.stubGlobal('Function', new Proxy(Function, { construct }))
  // It asks once for each time it is loaded, and another file may have loaded it.
  vi.resetModules()
  compileFlag = (await import('../src/index.ts')).compileFlag
})

afterAll(() => {
  vi.unstubAllGlobals()
})

for (const { subject, cases } of subjects) {
  test(`where no code may be made from text: ${subject}`, () => {
    for (const { name, flagKey, config, context, expect: expected } of cases) {
      if (config) expect(compileFlag(flagKey, config).evaluate(context), name).toEqual(expected)
    }
  })
}

test('it is tried once, so that a content security policy reports one violation', () => {
  expect(attempts).toBe(1)
})
