import { count, plural } from './number.ts'

/** The size of a segment, in few words: `1,203 ids, 2 rules, 4 left out`. */
export const saySize = ({
  included,
  excluded,
  rules,
}: {
  included: number
  excluded: number
  rules: number
}): string => {
  const parts = [
    ...(included > 0 ? [plural(included, 'id')] : []),
    ...(rules > 0 ? [plural(rules, 'rule')] : []),
    ...(excluded > 0 ? [`${count(excluded)} left out`] : []),
  ]
  return parts.length === 0 ? 'nobody' : parts.join(', ')
}
