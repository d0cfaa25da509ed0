import { Note } from './note.tsx'

type NotAllProps = { what: string; error: Error; onRetry(): void }

/** Above a list of which some pages are there and the next did not come. */
export const NotAll = ({ what, error, onRetry }: NotAllProps) => (
  <Note kind="no">
    Not all {what} are here: {error.message}{' '}
    <button type="button" className="link" onClick={onRetry}>
      Try again
    </button>
  </Note>
)
