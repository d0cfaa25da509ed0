import { list, oneOf, text } from '../../core/parameters.ts'

export const kinds = ['release', 'experiment', 'operational', 'permission'] as const

/** Options for the fields by which people find a flag. */
export const factOptions = {
  tag: list('tag', 'a word to find it by; repeat it for more'),
  owner: text('e-mail', 'the member who looks after it, by e-mail or id', { complete: 'member' }),
  kind: oneOf('kind', kinds, 'what it is for'),
  expectedEnd: text('date', 'the day by which it should be gone, such as 2027-01-31'),
}
