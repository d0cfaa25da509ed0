/** What keeps the service from starting: one line for the person who starts it, with the setting to look at. */
export class StartupError extends Error {}
