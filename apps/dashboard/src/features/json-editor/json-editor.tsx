import { isolate } from '@bunting/contract/text'
import { type ComponentProps, type KeyboardEvent, memo, useDeferredValue, useId, useMemo, useRef } from 'react'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/controls/button.tsx'
import './json-editor.css'
import { jsonWords } from './json-words.ts'
import { lineOf, type Positions, readPositions } from './read-positions.ts'

/** A problem at a path within the document; '' is the whole document. */
export type DocumentProblem = { path: string; message: string }

type JsonEditorProps = Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> & {
  label: string
  text: string
  onChange(text: string): void
  problems: readonly DocumentProblem[]
  isNew?: boolean | undefined
}

/**
 * A text field with the same text in colour below it. So the field keeps everything that users know (undo, dictation, screen
 * readers, right-to-left text), and needs no inline styles, which the Content-Security-Policy would refuse.
 */
export const JsonEditor = ({ label, text, onChange, problems, isNew, ...props }: JsonEditorProps) => {
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  // Typed text shows at once; its problems follow, in a deferred render.
  const read = useDeferredValue(text)
  const places = useMemo(() => readPositions(read), [read])
  const told = useMemo(() => toLines(places, read, problems), [places, read, problems])
  const laidOut = useMemo(
    () => (places.problem === undefined && read.trim() !== '' ? layOutText(read) : undefined),
    [places, read],
  )
  const canLayOut = laidOut !== undefined && laidOut !== read
  const lines = text.split('\n')
  const goTo = (line: number) => {
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
    field.current?.focus()
    field.current?.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  }
  return (
    <div className={classes('json-editor', isNew && 'new', told.length > 0 && 'wrong')}>
      <div className="sheet">
        <pre aria-hidden>
          {inBlocks(lines).map((block, index) => (
            <JsonLines key={index} block={block} wrong={wrongIn(told, index)} />
          ))}
        </pre>
        <textarea
          ref={field}
          aria-label={label}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          wrap="soft"
          {...props}
          value={text}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={props.readOnly ? undefined : indent}
          {...(told.length === 0 ? {} : { 'aria-invalid': true, 'aria-describedby': id })}
        />
      </div>
      {(told.length > 0 || canLayOut) && (
        <div className="below">
          <ul id={id}>
            {told.map(({ line, message }, index) => (
              <li key={index}>
                <button type="button" className="link" onMouseDown={keepFocus} onClick={() => goTo(line)}>
                  Line {line}
                </button>{' '}
                {message}
              </li>
            ))}
          </ul>
          {canLayOut && !props.readOnly && (
            <Button kind="ghost" size="sm" onMouseDown={keepFocus} onClick={() => onChange(laidOut)}>
              Format
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** Keeps the focus in the field when something beside it is pressed. */
const keepFocus = (event: { preventDefault(): void }) => event.preventDefault()

/** The lines per memoized block: a typed letter renders only its block again, and none of the thousands of other lines. */
const blockLines = 32

const inBlocks = (lines: readonly string[]): string[] =>
  Array.from({ length: Math.ceil(lines.length / blockLines) }, (_, at) =>
    lines.slice(at * blockLines, (at + 1) * blockLines).join('\n'),
  )

/** The lines of a block that have problems, from 0, as a comparable text: `3,7`. */
const wrongIn = (told: readonly Told[], block: number): string =>
  told
    .map(({ line }) => line - 1 - block * blockLines)
    .filter((line) => line >= 0 && line < blockLines)
    .join()

const JsonLines = memo(({ block, wrong }: { block: string; wrong: string }) => {
  const wrongLines = wrong.split(',')
  return block
    .split('\n')
    .map((line, index) => <JsonLine key={index} line={line} isWrong={wrongLines.includes(String(index))} />)
})

const JsonLine = memo(({ line, isWrong }: { line: string; isWrong: boolean }) => (
  <span className={classes('row', isWrong && 'wrong')}>
    {jsonWords(line).map(({ kind, text }, index) => (
      <span key={index} className={kind}>
        {text}
      </span>
    ))}
    {'\n'}
  </span>
))

type Told = { line: number; message: string }

/** If the text is not valid JSON, only that is shown: the other problems are about an earlier text. */
const toLines = (places: Positions, text: string, problems: readonly DocumentProblem[]): Told[] => {
  if (places.problem && text.trim() !== '') return [places.problem]
  return problems
    .map(({ path, message }) => ({
      line: lineOf(places, path),
      message: path === '' ? message : `${isolate(path)} ${message}`,
    }))
    .sort((one, other) => one.line - other.line)
}

const layOutText = (text: string): string => JSON.stringify(JSON.parse(text), null, 2)

/** Indents a new line like the previous one, and further after an opening bracket. */
const indent = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
  const { value, selectionStart } = event.currentTarget
  const line = value.slice(value.lastIndexOf('\n', selectionStart - 1) + 1, selectionStart)
  const [space = ''] = /^\s*/.exec(line) ?? []
  const deeper = /[[{]\s*$/.test(line) ? '  ' : ''
  event.preventDefault()
  // The only way to insert text that the browser's undo supports.
  document.execCommand('insertText', false, `\n${space}${deeper}`)
}
