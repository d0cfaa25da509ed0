import type { Environment } from '@bunting/contract'
import { CalendarPlus } from 'lucide-react'
import type { FlagRef } from '../../../api/flag-versions.ts'
import type { LoadedFlag } from '../../../features/rule-editor/use-editing-state.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useBecauseSchedule } from './use-because-schedule.ts'

type MakeScheduleProps = { flag: LoadedFlag; flagRef: FlagRef; environment: Environment; onOpen(): void }

/** The button that opens the dialog for a ramp or a schedule in this environment. */
export const MakeSchedule = ({ onOpen, ...target }: MakeScheduleProps) => (
  <Button
    kind="ghost"
    size="sm"
    className="make-schedule"
    aria-label="Ramp or schedule"
    because={useBecauseSchedule(target)}
    onClick={onOpen}
  >
    <CalendarPlus size={15} strokeWidth={1.5} aria-hidden />
    <span className="long">Ramp or schedule</span>
    <span className="short">Schedule</span>
  </Button>
)
