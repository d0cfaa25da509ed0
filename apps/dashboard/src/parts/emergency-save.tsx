import type { Environment } from '@bunting/contract'
import { Siren } from 'lucide-react'
import { useState } from 'react'
import { useMaySaveInEmergency } from '../data/emergency.ts'
import { Button } from './button.tsx'
import { Dialog, DialogFoot } from './dialog.tsx'
import { useForm } from './use-form.ts'
import { WhyField } from './why-field.tsx'

type EmergencySaveProps = { environment: Environment; busy: boolean; onSave(comment: string): void }

/** Beside what proposes: an admin saves past the proposals where the environment allows it, and says why. */
export const EmergencySave = (props: EmergencySaveProps) =>
  useMaySaveInEmergency(props.environment) ? <SaveAnyway {...props} /> : null

const SaveAnyway = ({ environment, busy, onSave }: EmergencySaveProps) => {
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
  return (
    <>
      <Button kind="danger" busy={busy} aria-label="Save in an emergency" onClick={() => setOpen(true)}>
        <Siren size={16} strokeWidth={1.5} aria-hidden />
        Emergency
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Save in ${environment.name} past the proposals?`}
        lede="It takes effect at once, and nobody else looks at it first. The history and the audit log mark it as an emergency, with what you say here."
      >
        <form {...form} className="mt-4">
          <WhyField required value={comment} onChange={setComment} problem={problems.comment} />
          <DialogFoot>
            <Button kind="ghost" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button kind="danger" type="submit" busy={busy}>
              Save now
            </Button>
          </DialogFoot>
        </form>
      </Dialog>
    </>
  )
}
