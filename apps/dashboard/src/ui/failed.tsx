import { Torn } from './blank.tsx'
import { Button } from './controls/button.tsx'
import { useCopy } from './controls/copy.tsx'

type FailedProps = {
  /** The heading, such as `The flags did not load`. */
  title: string
  error: Error & { requestId?: string | undefined }
  onRetry?(): void
}

/** An error with its message, and the request id to find it in the server's log. */
export const Failed = ({ title, error, onRetry }: FailedProps) => {
  const { requestId } = error
  const { copied, copy } = useCopy(requestId ?? '')
  return (
    <Torn
      title={title}
      actions={
        <>
          {onRetry && (
            <Button kind="primary" onClick={onRetry}>
              Try again
            </Button>
          )}
          {requestId !== undefined && <Button onClick={copy}>{copied ? 'Copied' : 'Copy request id'}</Button>}
        </>
      }
    >
      {error.message}{' '}
      {requestId !== undefined && (
        <>
          Request <code>{requestId}</code>
        </>
      )}
    </Torn>
  )
}
