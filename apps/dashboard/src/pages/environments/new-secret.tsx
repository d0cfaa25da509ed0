import type { ApiKeyType, Scope } from '@bunting/contract'
import { useBlocker } from '@tanstack/react-router'
import { Check, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { useCopy } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Checkbox } from '../../parts/field.tsx'
import { sayScopes } from './scopes.ts'

type NewSecretProps = {
  secret: string
  about: { description: string; type: ApiKeyType; scopes: readonly Scope[]; environment: string }
  /** What becomes of the secret before it, where there was one. */
  children?: ReactNode
  onClose(): void
}

/** The one time a secret is shown: nothing but the button closes it, and that only once it is stored. */
export const NewSecret = ({ secret, about, children, onClose }: NewSecretProps) => {
  const { copied, copy } = useCopy(secret)
  const [isStored, setStored] = useState(false)
  useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: true })
  const Icon = copied ? Check : Copy
  return (
    <Dialog
      open
      firm
      onClose={onClose}
      title="Copy your new key"
      lede="This is the only time it is shown. Bunting keeps a hash, not the key."
    >
      <div className="secret">
        <code>{secret}</code>
        <Button kind="primary" size="sm" onClick={copy}>
          <Icon size={16} strokeWidth={1.5} aria-hidden />
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <p className="text-ink-2 wrap-anywhere">
        <b className="text-ink">{about.description}</b>, a {about.type} key of {about.environment}.{' '}
        {sayScopes(about.scopes)} {children}
      </p>
      <div className="dialog-foot justify-between">
        <Checkbox checked={isStored} onChange={(event) => setStored(event.target.checked)}>
          I have stored it
        </Checkbox>
        <Button onClick={onClose} because={isStored ? undefined : 'Store it first: it is not shown again.'}>
          Done
        </Button>
      </div>
    </Dialog>
  )
}
