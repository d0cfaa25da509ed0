import { Note } from './note.tsx'

type NotAllProps = { what: string; error: Error; onRetry(): void }

/** A note above a list whose first pages are loaded but whose next page failed to load. */
export const NotAll = ({ what, error, onRetry }: NotAllProps) => (
  <Note kind="no">
    Not all {what} are here: {error.message}{' '}
    <button type="button" className="link" onClick={onRetry}>
      Try again
    </button>
  </Note>
)
