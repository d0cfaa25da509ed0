import type { Role } from '@bunting/contract'
import { useQuery } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import { methodsQuery } from '../../api/session.ts'
import { base } from '../../base.ts'
import { roleWords } from '../../format/roles.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useCopy } from '../../ui/controls/copy.tsx'
import { Note } from '../../ui/note.tsx'
import { Dialog, DialogFoot } from '../../ui/overlays/dialog.tsx'

type InvitedProps = { email: string; role: Role; onClose(): void }

/** What to do next: no e-mail is sent, so the inviter has to tell the invited person. */
export const Invited = ({ email, role, onClose }: InvitedProps) => {
  const { data: methods } = useQuery(methodsQuery)
  const address = `${location.origin}${base}/`
  const { copied, copy } = useCopy(address)
  const Icon = copied ? Check : Copy
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${email} is invited`}
      lede={`Tell them to sign in here. Whoever does so first with this address is a member then, as ${roleWords[role].one}.`}
    >
      <div className="secret">
        <code>{address}</code>
        <Button kind="primary" size="sm" onClick={copy}>
          <Icon size={16} strokeWidth={1.5} aria-hidden />
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      {methods?.provider === false && (
        <Note kind="warn">
          Nobody can sign in by an address yet: this server has no identity provider. See “Who may sign in” below.
        </Note>
      )}
      <p className="mt-3 text-ink-2">Until then the invitation is listed under Members, and you can withdraw it.</p>
      <DialogFoot>
        <Button onClick={onClose}>Done</Button>
      </DialogFoot>
    </Dialog>
  )
}
