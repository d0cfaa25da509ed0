import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { everyCase } from '../../../apps/server/src/testing/every-case.ts'
import { sourceIn, subjects } from './support/conformance.ts'

let attempts = 0
let compileFlags: typeof import('../src/index.ts').compileFlags

beforeAll(async () => {
  const construct = () => {
    attempts++
    throw new EvalError('Code generation from strings disallowed for this context')
  }
  vi.stubGlobal('Function', new Proxy(Function, { construct }))
  // The module checks once when it is loaded, and another file may have loaded it.
  vi.resetModules()
  compileFlags = (await import('../src/index.ts')).compileFlags
})

afterAll(() => {
  vi.unstubAllGlobals()
})

test.each(subjects)('where no code may be made from text: $subject', ({ cases }) =>
  everyCase(cases, (one) => {
    const flag = compileFlags(sourceIn(one)).flags.get(one.flagKey)
    if (flag) expect(flag.evaluate(one.context)).toEqual(one.expect)
  }),
)

test('it is tried once, so that a content security policy reports one violation', () => {
  expect(attempts).toBe(1)
})
