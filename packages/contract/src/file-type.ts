/** A file of SQLite: what is too large to be held in memory is sent and read as it comes. */
export const fileType = 'application/vnd.sqlite3'
