import type { Environment } from '@bunting/contract'
import { isolate } from '@bunting/contract/text'
import { Siren } from 'lucide-react'
import { useState } from 'react'
import { useMaySaveInEmergency } from '../../api/emergency.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useForm } from '../../ui/controls/use-form.ts'
import { WhyField } from '../../ui/controls/why-field.tsx'
import { Note } from '../../ui/note.tsx'
import { Dialog, DialogFoot } from '../../ui/overlays/dialog.tsx'

type EmergencySaveProps = {
  environment: Environment
  busy: boolean
  /** The reason typed so far. */
  why?: string
  /** The label of the button, which names the result: `Turn it off now`. */
  action?: string
  onSave(comment: string): void
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Lets an admin save without a proposal, with a reason, if the environment allows it. It is beside the propose button. */
export const EmergencySave = (props: EmergencySaveProps) =>
  useMaySaveInEmergency(props.environment) ? <SaveAnyway {...props} /> : null

const SaveAnyway = ({ environment, busy, why: typed = '', action = 'Save now', onSave }: EmergencySaveProps) => {
  const [open, setOpen] = useState(false)
  const [comment, setComment] = useState('')
  const why = comment.trim()
  const { form, problems } = useForm({
    found: { comment: why === '' ? 'Say why it cannot wait for a second person.' : undefined },
    error: null,
    isPending: busy,
    send: () => {
      setOpen(false)
      onSave(why)
    },
  })
  const ask = () => {
    setComment(typed)
    setOpen(true)
  }
  return (
    <>
      <Button kind="alarm" busy={busy} aria-label="Save in an emergency" onClick={ask}>
        <Siren {...icon} />
        Emergency
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={`Save in ${environment.name} past the proposals?`}>
        <form {...form} className="mt-4 grid gap-4">
          <Note kind="no">
            <b>Nobody else looks at it first.</b> It passes by the second person that {isolate(environment.name)} asks
            for, and is served at once. The history and the audit log mark it as an emergency, with your name and what
            you say here.
          </Note>
          <WhyField required value={comment} onChange={setComment} problem={problems.comment} />
          <DialogFoot>
            <Button kind="ghost" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button kind="alarm" type="submit" busy={busy}>
              <Siren {...icon} />
              {action}
            </Button>
          </DialogFoot>
        </form>
      </Dialog>
    </>
  )
}
