import assert from 'node:assert/strict'
import { compileFlag, type EvaluationContext } from '@bunting/engine'
import { configOf, flagsOf } from './flags.ts'
import { writeByHand } from './hand-written.ts'
import { usersOf } from './users.ts'

// Runs in a thread of its own: code that has seen odd contexts is compiled for those too, and is slower for all others.

/** Beside the users: what is missing, of another type, or has a name that every object has. */
const odd: EvaluationContext[] = [
  {},
  { userId: '' },
  { anonymousId: 'somebody' },
  { userId: 'ü😀', attributes: {} },
  { attributes: { plan: 'pro', country: 'NL', age: '66' } },
  { attributes: { plan: 'pro', country: 'NL', age: '0x42' } },
  { attributes: { plan: true, country: 7, age: null } },
  { attributes: JSON.parse('{"__proto__":{"plan":"pro"},"constructor":"US","age":70}') },
]

// By hand means the same answers, to the last field, for everybody.
for (const flag of flagsOf(12)) {
  const [compiled, written] = [compileFlag(flag.key, configOf(flag)).evaluate, writeByHand(flag)]
  for (const context of [...usersOf(4_096), ...odd]) {
    assert.deepEqual(written(context), { ...compiled(context) }, `${flag.key}: ${JSON.stringify(context)}`)
  }
}
