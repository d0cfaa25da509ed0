import { limits } from '@bunting/contract'
import { type ClipboardEvent, useDeferredValue, useMemo, useState } from 'react'
import { count, plural } from '../../../format/number.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field, TextArea } from '../../../ui/controls/field.tsx'
import { Dialog, DialogFoot } from '../../../ui/overlays/dialog.tsx'
import { type ReadIds, readIds } from './read-ids.ts'

type AddManyIdsProps = {
  title: string
  /** What is in it already. */
  begins: string
  has: readonly string[]
  onAdd(ids: readonly string[]): void
  onClose(): void
}

/** Many ids at once, with what comes of them before they are added. */
export const AddManyIds = ({ title, begins, has, onAdd, onClose }: AddManyIdsProps) => {
  const [text, setText] = useState(begins)
  const counted = useDeferredValue(text)
  const read = useMemo(() => readIds(counted, has), [counted, has])
  const tooMany = has.length + read.added.length > limits.segmentIds
  const problem = tooMany
    ? `A list has at most ${count(limits.segmentIds)} ids: with these it would have ${count(has.length + read.added.length)}.`
    : undefined
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Add many to ${title.toLowerCase()}`}
      lede="One id a line, or with commas between them. They go into the draft, and are saved with it."
    >
      <div className="mt-4">
        <Field label="Ids" hint={sayRead(read)} problem={problem}>
          {(control) => (
            <TextArea
              {...control}
              rows={10}
              // Finding out the direction of twenty thousand lines, and breaking them, takes a browser half a minute.
              dir="ltr"
              wrap="off"
              className="mono"
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
              onPaste={(event) => pasteLong(event, setText)}
            />
          )}
        </Field>
      </div>
      <DialogFoot>
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button
          kind="primary"
          because={problem ?? (read.added.length === 0 ? 'There is no new id in it.' : undefined)}
          onClick={() => onAdd(read.added)}
        >
          Add {plural(read.added.length, 'id')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

const longFrom = 10_000

/** Over tens of thousands of lines that are pasted a browser sits for minutes; as the field's value they are there at once. */
const pasteLong = (event: ClipboardEvent<HTMLTextAreaElement>, setText: (text: string) => void): void => {
  const pasted = event.clipboardData.getData('text')
  if (pasted.length < longFrom) return
  event.preventDefault()
  const { value, selectionStart, selectionEnd } = event.currentTarget
  setText(value.slice(0, selectionStart) + pasted + value.slice(selectionEnd))
}

const sayRead = ({ added, known, twice, long }: ReadIds): string =>
  [
    `${count(added.length)} new`,
    ...(known > 0 ? [`${count(known)} on the list already`] : []),
    ...(twice > 0 ? [`${count(twice)} repeated`] : []),
    ...(long > 0 ? [`${count(long)} longer than ${limits.segmentId} characters, left out`] : []),
  ].join(', ')
