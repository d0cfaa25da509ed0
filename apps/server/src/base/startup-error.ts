/** An error that prevents the start: one line for the operator, which names the setting to change. */
export class StartupError extends Error {}
