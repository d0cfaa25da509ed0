import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useVerifyAuditLog } from '../../api/audit-log.ts'
import { toast } from '../../api/core/toast.tsx'
import { useBecauseInOrganization } from '../../api/session.ts'
import type { Zone } from '../../format/days.ts'
import { count } from '../../format/number.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Menu, MenuChoice } from '../../ui/overlays/menu.tsx'
import { ExportLog } from './export-log.tsx'

const zones = [
  { value: 'local', label: 'Your time' },
  { value: 'utc', label: 'UTC' },
] as const

type LogActionsProps = { zone: Zone; onZone(zone: Zone): void; span: { from?: string; to?: string } }

/** The actions on the whole log. */
export const LogActions = ({ zone, onZone, span }: LogActionsProps) => {
  const because = useBecauseInOrganization('admin')
  const verify = useVerifyAuditLog()
  const [exporting, setExporting] = useState(false)
  const look = () =>
    verify.mutate(undefined, {
      onSuccess: ({ ok, entries, firstBroken }) =>
        ok
          ? toast({
              kind: 'yes',
              title: 'The log is whole',
              children: `Nothing in its ${count(entries)} entries was changed, removed or put in.`,
            })
          : toast({
              kind: 'no',
              title: 'The log was tampered with',
              children: `The entry ${firstBroken ?? 'at its end'} does not fit what was written: it was changed, or something before it was changed, removed or put in.`,
            }),
    })
  return (
    <>
      <Menu
        align="end"
        trigger={
          <button type="button" className="pick quiet">
            {zone === 'utc' ? 'Times in UTC' : 'Times where you are'}
            <ChevronDown size={14} strokeWidth={1.5} aria-hidden />
          </button>
        }
      >
        <MenuChoice label="Times" value={zone} onChange={onZone} options={zones} />
      </Menu>
      <Button
        because={because}
        tip="Looks whether an entry was changed, removed or put in after it was written."
        busy={verify.isPending}
        onClick={look}
      >
        Verify
      </Button>
      <Button because={because} onClick={() => setExporting(true)}>
        Export
      </Button>
      {exporting && <ExportLog span={span} onClose={() => setExporting(false)} />}
    </>
  )
}
