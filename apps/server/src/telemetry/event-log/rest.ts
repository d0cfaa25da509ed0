// A day's figures are not urgent, and requests need the processor: aggregation pauses between its pieces.

export const rowsBetweenRests = 2_000
export const restMs = 10
