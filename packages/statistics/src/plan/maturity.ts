const leastGraceSeconds = 60
const mostGraceSeconds = 3_600

/** How late an event may come and still count: a part of the window, within bounds. */
const graceSeconds = (window: number): number => Math.min(mostGraceSeconds, Math.max(leastGraceSeconds, window / 24))

/** Seconds from a unit's first exposure until its value counts. */
export const maturitySeconds = ({ after, window }: { after: number; window: number }): number =>
  after + window + graceSeconds(window)
