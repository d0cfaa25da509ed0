/** An error that keeps the service from starting: one line for the operator, with the setting to look at. */
export class StartupError extends Error {}
