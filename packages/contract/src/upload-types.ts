/** What ids are uploaded as. */
export const uploadTypes = ['text/csv', 'text/plain', 'application/x-ndjson'] as const
export type UploadType = (typeof uploadTypes)[number]
