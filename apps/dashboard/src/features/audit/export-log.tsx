import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { base } from '../../base.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Field, Input } from '../../ui/controls/field.tsx'
import { Dialog, DialogFoot } from '../../ui/overlays/dialog.tsx'

type ExportLogProps = {
  /** The page's range of days, which the export starts with. */
  span: { from?: string; to?: string }
  onClose(): void
}

/** Exports every entry of the organization to a file, which can be verified by itself. */
export const ExportLog = ({ span, onClose }: ExportLogProps) => {
  const { plan } = useSession()
  const [from, setFrom] = useState(span.from ?? '')
  const [to, setTo] = useState(span.to ?? '')
  const isBackwards = from !== '' && to !== '' && from > to
  const query = new URLSearchParams({ ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) })
  const name = ['audit-log', from, to].filter((part) => part !== '').join('-')
  return (
    <Dialog
      open
      onClose={onClose}
      title="Export the audit log"
      lede="Every entry of the organization, of all its projects, oldest first: a line of JSON each, with the hash that ties it to the one before."
    >
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <Field
          label="From"
          aside="the first day, in UTC"
          problem={isBackwards ? 'It lies after the last day.' : undefined}
        >
          {(control) => (
            <Input {...control} type="date" value={from} onChange={({ target }) => setFrom(target.value)} />
          )}
        </Field>
        <Field label="Until" aside="the last day">
          {(control) => <Input {...control} type="date" value={to} onChange={({ target }) => setTo(target.value)} />}
        </Field>
      </div>
      <p className="mt-3 text-ink-3">
        {plan === 'free' ? 'The Free plan has the last 7 days.' : 'Without dates it is everything, from the beginning.'}
      </p>
      <DialogFoot>
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
        {isBackwards ? (
          <Button kind="primary" because="The first day lies after the last.">
            Download
          </Button>
        ) : (
          <a
            className={buttonClass({ kind: 'primary' })}
            href={`${base}/v1/audit-log/export${query.size > 0 ? `?${query}` : ''}`}
            download={`${name}.ndjson`}
            onClick={() => setTimeout(onClose)}
          >
            Download
          </a>
        )}
      </DialogFoot>
    </Dialog>
  )
}
