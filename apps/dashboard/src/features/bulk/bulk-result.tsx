import { Check, TriangleAlert, Undo2, X } from 'lucide-react'
import { count, plural } from '../../format/number.ts'
import { classes } from '../../ui/classes.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { useRootClass } from '../../ui/use-root-class.ts'
import type { Bulk } from './use-bulk.ts'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** The result, shown until it is dismissed, so that nobody has to hurry to undo. */
export const BulkResult = ({ bulk: { result, progress, undo, dismiss } }: { bulk: Bulk }) => {
  // Set in every bulk bar, with or without a result.
  useRootClass('has-bulk')
  const notDone = result?.notDone ?? []
  const Icon = notDone.length > 0 ? TriangleAlert : Check
  return (
    <div role="status">
      {result && (
        <div className={classes('bulk-result', notDone.length > 0 ? 'warn' : 'yes')}>
          <Icon {...icon} />
          <div className="says">
            {result.says}.
            {notDone.length > 0 && (
              <details>
                <summary>{plural(notDone.length, 'flag was', 'flags were')} not changed</summary>
                <ul>
                  {notDone.map(({ name, says }) => (
                    <li key={name}>
                      <b dir="auto">{name}</b> {says}
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </div>
          {result.undo.length > 0 && (
            <Button size="sm" busy={progress !== undefined} onClick={() => void undo()}>
              <Undo2 {...icon} />
              {progress
                ? `${count(progress.done)} of ${count(progress.of)} taken back`
                : result.isTakenBack
                  ? 'Try the rest again'
                  : 'Undo all of it'}
            </Button>
          )}
          <IconButton name="Dismiss" onClick={dismiss}>
            <X {...icon} />
          </IconButton>
        </div>
      )}
    </div>
  )
}
