import { useBlocker } from '@tanstack/react-router'
import { Check, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../overlays/dialog.tsx'
import { Button } from './button.tsx'
import { useCopy } from './copy.tsx'
import { Checkbox } from './field.tsx'

type SecretOnceProps = {
  title: string
  lede: string
  secret: string
  /** What the secret is for. */
  children: ReactNode
  onClose(): void
}

/** Shows a secret, which is shown only once. Only the button closes it, and only after the user says that it is stored. */
export const SecretOnce = ({ title, lede, secret, children, onClose }: SecretOnceProps) => {
  const { copied, copy } = useCopy(secret)
  const [isStored, setStored] = useState(false)
  useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: true })
  const Icon = copied ? Check : Copy
  return (
    <Dialog open firm onClose={onClose} title={title} lede={lede}>
      <div className="secret">
        <code>{secret}</code>
        <Button kind="primary" size="sm" onClick={copy}>
          <Icon size={16} strokeWidth={1.5} aria-hidden />
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <p className="text-ink-2 wrap-anywhere">{children}</p>
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
