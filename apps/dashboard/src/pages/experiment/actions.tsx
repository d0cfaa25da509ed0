import { Link } from '@tanstack/react-router'
import { Ellipsis, Pencil, RotateCcw, Square } from 'lucide-react'
import { useState } from 'react'
import { useBecauseExperiment } from '../../features/experiments/use-because-experiment.ts'
import { Button, buttonClass, IconButton } from '../../ui/controls/button.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { AgainDialog } from './again-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import type { ShownExperiment } from './shown.ts'
import { StopDialog } from './stop-dialog.tsx'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** What can be done with the experiment as a whole, in the state that it is in. */
export const Actions = ({ experiment, environment, flag }: Omit<ShownExperiment, 'metrics'>) => {
  const because = useBecauseExperiment()
  const [dialog, setDialog] = useState<'stop' | 'edit' | 'again'>()
  const close = () => setDialog(undefined)
  const { id: experimentId, projectId, status } = experiment
  return (
    <div className="actions">
      {status === 'draft' && because === undefined && (
        <Link
          to="/projects/$projectId/experiments/$experimentId/edit"
          params={{ projectId, experimentId }}
          className={buttonClass({})}
        >
          <Pencil {...icon} />
          Edit
        </Link>
      )}
      {status === 'draft' && because !== undefined && (
        <Button because={because}>
          <Pencil {...icon} />
          Edit
        </Button>
      )}
      {status === 'running' && (
        <>
          <Button because={because} onClick={() => setDialog('stop')}>
            <Square {...icon} size={14} />
            Stop
          </Button>
          <Menu
            align="end"
            trigger={
              <IconButton name="More for this experiment">
                <Ellipsis {...icon} />
              </IconButton>
            }
          >
            <MenuItem icon={<Pencil {...icon} />} because={because} onSelect={() => setDialog('edit')}>
              Edit name and expectation
            </MenuItem>
          </Menu>
        </>
      )}
      {status === 'stopped' && (
        <Button because={because} onClick={() => setDialog('again')}>
          <RotateCcw {...icon} />
          Run it again
        </Button>
      )}
      {dialog === 'stop' && <StopDialog experiment={experiment} onClose={close} />}
      {dialog === 'edit' && <EditDialog experiment={experiment} onClose={close} />}
      {dialog === 'again' && (
        <AgainDialog experiment={experiment} environment={environment} flag={flag} onClose={close} />
      )}
    </div>
  )
}
