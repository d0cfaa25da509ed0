type Ruled = { rules: readonly { id?: string | undefined }[] }

/**
 * Gives a rule without an id the id of the current rule at the same index. Importing a file again then changes nothing, and
 * moves nobody in or out of a rollout.
 */
export const fillRuleIds = <Config extends Ruled>(config: Config, current: Ruled | undefined): Config => {
  const taken = new Set(config.rules.map(({ id }) => id))
  const rules = config.rules.map((rule, at) => {
    const id = current?.rules[at]?.id
    return rule.id !== undefined || id === undefined || taken.has(id) ? rule : { ...rule, id }
  })
  return { ...config, rules }
}
