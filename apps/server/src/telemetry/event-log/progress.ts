/** How far a reading of a day is; `rows` are known where the database tells. */
export type OnProgress = (progress: { day: string; summed?: number; rows?: number }) => void
