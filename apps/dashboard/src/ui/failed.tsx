import { Torn } from './blank.tsx'
import { Button } from './controls/button.tsx'
import { useCopy } from './controls/copy.tsx'

type FailedProps = {
  /** `The flags did not load`. */
  title: string
  error: Error & { requestId?: string | undefined }
  onRetry?(): void
}

/** What happened, and the request id that the log knows it by. */
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
