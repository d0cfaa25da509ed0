/** A holdout stands among the features, and is an audience: flags ask whether a user is held out. */
export const isHoldout = (id: string): boolean => id.startsWith('$holdout:')
