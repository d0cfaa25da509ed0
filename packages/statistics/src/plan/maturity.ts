/** The shortest time that events may be late: nothing that happened since then can be too late for its unit. */
export const shortestGraceSeconds = 60
const longestGraceSeconds = 3_600

/** A unit is counted this long after its window, since events may be a little late: a 24th of the window, in whole seconds. */
const graceSeconds = (window: number): number =>
  Math.min(longestGraceSeconds, Math.max(shortestGraceSeconds, Math.ceil(window / 24)))

/** Seconds from a unit's first exposure until it is counted by a metric. */
export const maturitySeconds = ({ after, window }: { after: number; window: number }): number =>
  after + window + graceSeconds(window)
