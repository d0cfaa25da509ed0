import { Link2 } from 'lucide-react'
import { givenIn, type Typed } from '../../features/try-it/context.ts'
import { writeShared } from '../../features/try-it/shared-link.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useCopy } from '../../ui/controls/copy.tsx'

/** Copies the address of this page including the context, so that somebody else can see the same. */
export const CopyLink = ({ typed }: { typed: Typed }) => {
  const given = givenIn(typed)
  const url = new URL(location.href)
  url.searchParams.set('as', writeShared(given))
  const { copied, copy } = useCopy(url.href)
  return (
    <Button
      size="sm"
      className="mt-2"
      because={Object.keys(given).length === 0 ? 'Say who asks first.' : undefined}
      onClick={copy}
    >
      <Link2 size={16} strokeWidth={1.5} aria-hidden />
      {copied ? 'Copied' : 'Copy a link to this'}
    </Button>
  )
}
