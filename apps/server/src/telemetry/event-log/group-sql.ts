/** SQL for the sums of a group, from rows with `reason` and `count`; the same for both databases. */
export const groupSums = `
  sum(count) as total,
  sum(case when reason in ('RULE_MATCH', 'ROLLOUT') then count else 0 end) as "ruleMatches",
  sum(case when reason in ('DEFAULT', 'DISABLED') then count else 0 end) as defaults,
  sum(case when reason = 'ERROR' then count else 0 end) as errors`

export const placeColumns = 'environment_id as "environmentId", flag_key as "flagKey"'
/** Keeps the groups of a flag together, the most frequent first. */
export const groupOrder = 'order by "environmentId", "flagKey", total desc, value, "ruleId"'
