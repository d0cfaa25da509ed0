// Apart from the schemas that use them, so that importing a name loads no schema.

/** The roles, from the least to the most permissive. */
export const roles = ['viewer', 'editor', 'admin'] as const
export type Role = (typeof roles)[number]

export const plans = ['free', 'pro', 'enterprise'] as const
export type Plan = (typeof plans)[number]

export const reasons = ['DISABLED', 'RULE_MATCH', 'ROLLOUT', 'DEFAULT', 'FLAG_NOT_FOUND', 'ERROR'] as const

export const sdkTypes = ['server', 'client', 'edge'] as const
export type SdkType = (typeof sdkTypes)[number]
