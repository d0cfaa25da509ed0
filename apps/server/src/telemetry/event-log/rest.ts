// A day's figures are not urgent, and answers need the processor: aggregation rests between its pieces.

export const rowsBetweenRests = 2_000
export const restMs = 10
