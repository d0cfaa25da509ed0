/** Reports the progress of reading a day; `summed` and `rows` are only set if the database can tell. */
export type OnProgress = (progress: { day: string; summed?: number; rows?: number }) => void
