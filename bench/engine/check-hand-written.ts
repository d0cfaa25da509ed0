import assert from 'node:assert/strict'
import { type CompiledFlag, compileFlags, type EvaluationContext } from '@bunting/engine'
import { cases } from './cases.ts'
import { flagsOfKind, type Kind, sourceOf } from './flags.ts'
import { writeByHand } from './hand-written.ts'
import { audience } from './model.ts'
import { usersOf } from './users.ts'

// Runs in a thread of its own: code that has seen odd contexts is compiled for those too, and is slower for all others.

/** Beside the users: what is missing, of another type, a list, or has a name that every object has. */
const odd: EvaluationContext[] = [
  {},
  { userId: '' },
  { anonymousId: 'somebody' },
  { userId: '', anonymousId: audience[7] as string },
  { userId: 'ü😀', attributes: {} },
  { attributes: { userId: audience[7] as string } },
  { attributes: { plan: 'pro', country: 'NL', age: '66' } },
  { attributes: { plan: 'pro', country: 'NL', age: '0x42' } },
  { attributes: { plan: 'enterprise', country: 'NL', age: '30' } },
  { attributes: { plan: true, country: 7, age: null } },
  { attributes: { plan: 'pro', age: 30 } },
  { attributes: { plan: ['free', 'enterprise'], country: ['JP', 'NL'], age: [7, '66'] } },
  { attributes: { plan: ['enterprise'], country: 'NL', age: 30 } },
  { attributes: { plan: 'enterprise', country: [], age: [30] } },
  { attributes: { plan: 'enterprise', country: ['US', null] as never, age: 66 } },
  { attributes: { plan: 'pro', country: 'FR', age: Array.from({ length: 101 }, () => 70) } },
  { attributes: JSON.parse('{"__proto__":{"plan":"pro"},"constructor":"US","age":70}') },
]

// By hand means the same answers, to the last field, for everybody.
const kinds = Object.keys(cases).filter((name): name is Kind => name !== 'all')
for (const flag of kinds.flatMap((kind) => flagsOfKind(kind, 4))) {
  const compiled = compileFlags(sourceOf([flag])).flags.get(flag.key) as CompiledFlag
  const written = writeByHand(flag)
  for (const context of [...usersOf(4_096), ...odd]) {
    assert.deepEqual(written(context), { ...compiled.evaluate(context) }, `${flag.key}: ${JSON.stringify(context)}`)
  }
}
