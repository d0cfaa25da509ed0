/** The names of the parts of a config, if users see other words than the API's. */
const parts: Readonly<Record<string, string>> = {
  rules: 'rule',
  conditions: 'condition',
  variants: 'variant',
  distribution: 'share',
  prerequisites: 'needed flag',
  values: 'value',
  rolloutPercentage: 'rollout',
  defaultValue: 'default',
  weight: 'size',
}

/** A path in words: `config.rules[1].conditions[0].value` is `the value of condition 1 of rule 2`. */
export const sayPlace = (path: string): string => {
  const named = path
    .split('.')
    .filter((step) => step !== 'config')
    .map((step) => {
      const [, name = step, index] = /^(\w+)\[(\d+)\]$/.exec(step) ?? []
      const word = parts[name] ?? name
      return index === undefined ? `the ${word}` : `${word} ${Number(index) + 1}`
    })
  return named.length === 0 ? 'the draft' : named.toReversed().join(' of ')
}
