/** The media type of an SQLite file, which is streamed, since it may be too large for memory. */
export const fileType = 'application/vnd.sqlite3'
