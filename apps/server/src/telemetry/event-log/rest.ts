// Nobody waits for a day's figures, and answers need the processor: who sums up a day rests between pieces of it.

export const rowsBetweenRests = 2_000
export const restMs = 10
