/** As a driver is told it. */
export type Statement = { text: string; values: readonly unknown[] }
