import { limits } from '@bunting/contract'
import { type ClipboardEvent, useDeferredValue, useMemo, useState } from 'react'
import { count, plural } from '../../../format/number.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field, TextArea } from '../../../ui/controls/field.tsx'
import { Dialog, DialogFoot } from '../../../ui/overlays/dialog.tsx'
import { type ReadIds, readIds } from './read-ids.ts'

type AddManyIdsProps = {
  title: string
  /** The initial text. */
  begins: string
  has: readonly string[]
  onAdd(ids: readonly string[]): void
  onClose(): void
}

/** Adds many ids at once, after showing the result. */
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
              // A browser takes half a minute to detect the direction of twenty thousand lines and to wrap them.
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

/** A browser takes minutes to paste tens of thousands of lines; setting them as the field's value is instant. */
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
