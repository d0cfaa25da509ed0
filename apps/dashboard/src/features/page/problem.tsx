import { ApiError } from '@bunting/contract'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { Torn } from '../../ui/blank.tsx'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Failed } from '../../ui/failed.tsx'
import { useMain } from './page.tsx'

/** Shown in place of a page that failed. */
export const PageFailed = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter()
  const ref = useMain()
  if (error instanceof ApiError && error.status === 404) return <NotFound />
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <main id="main" className="page" tabIndex={-1} ref={ref}>
      <Failed title="The page did not load" error={error as Error} onRetry={retry} />
    </main>
  )
}

export const NotFound = () => {
  const ref = useMain()
  return (
    <main id="main" className="page" tabIndex={-1} ref={ref}>
      <Torn
        title="There is nothing here"
        actions={
          <Link to="/" className={buttonClass({ kind: 'primary' })}>
            Go to the flags
          </Link>
        }
      >
        The address is wrong, or what was here is not yours to see.
      </Torn>
    </main>
  )
}
