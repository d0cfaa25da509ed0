import { expect, test } from 'vitest'
import { requireOtherPerson } from '../../src/rules/access/four-eyes.ts'

const person = (id: 'user_ada' | 'user_bob' | 'user_eve') => ({ id, type: 'user' as const, personId: id })
const key = (id: 'key_1' | 'key_2', personId: 'user_ada' | 'user_bob' | 'user_eve' | null) => ({
  id,
  type: 'api_key' as const,
  personId,
})

/** Ada proposed it with a key that was given to Bob since. */
const proposal = { createdBy: 'key_1', proposerId: 'user_ada' } as const
const handedOn = { ownerId: 'user_bob', description: 'Deploys' } as const

test('a key that was handed on binds both: who proposed with it, and who has it now', () => {
  for (const by of [person('user_ada'), person('user_bob'), key('key_2', 'user_ada'), key('key_2', 'user_bob')]) {
    expect(() => requireOtherPerson(proposal, by, handedOn)).toThrow('another person has to approve it')
  }
  expect(() => requireOtherPerson(proposal, person('user_bob'), handedOn)).toThrow('"Deploys", which is yours now')
  requireOtherPerson(proposal, person('user_eve'), handedOn)
  requireOtherPerson(proposal, key('key_2', 'user_eve'), handedOn)
})

test('keys of nobody are not one person for having none', () => {
  const ofNobody = { createdBy: 'key_1', proposerId: null } as const
  requireOtherPerson(ofNobody, key('key_2', null), { ownerId: null, description: '' })
  expect(() => requireOtherPerson(ofNobody, key('key_1', null), { ownerId: null, description: '' })).toThrow(
    'another actor',
  )
})
