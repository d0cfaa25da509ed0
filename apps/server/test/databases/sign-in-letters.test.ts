import { expect, test } from 'vitest'
import { admission, noGuests } from '../../src/rules/access/admission.ts'

const kelvin = '\u212a'

test('letters that only look the same in lower case are other letters', async () => {
  const folded = { ...noGuests, admins: ['mike@example.com'], domains: ['kelvin.example'] }
  const enteredBy = (email: string) => admission({ email, groups: [] }, folded, undefined, [])
  expect(enteredBy('MIKE@Example.COM')).toEqual({ role: 'admin', roleFromGroups: false })
  expect(enteredBy(`mi${kelvin}e@example.com`)).toEqual({ refused: 'uninvited' })
  expect(enteredBy(`eve@${kelvin}elvin.example`)).toEqual({ refused: 'uninvited' })
})
