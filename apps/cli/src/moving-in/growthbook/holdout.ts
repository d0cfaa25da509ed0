/** Tells whether a feature is a holdout, which is an audience rather than a flag: flags ask whether a user is held out. */
export const isHoldout = (id: string): boolean => id.startsWith('$holdout:')
