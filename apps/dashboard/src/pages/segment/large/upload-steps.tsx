import { type ReactNode, useRef } from 'react'
import { count } from '../../../format/number.ts'
import { classes } from '../../../ui/classes.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Select } from '../../../ui/controls/field.tsx'
import { Segments } from '../../../ui/controls/segments.tsx'
import { sayBytes, sayProgress } from './say-progress.ts'
import type { Chosen, Upload } from './use-upload.ts'
import { WhatChanges } from './what-changes.tsx'

type UploadStepsProps = { upload: Upload; because: ReactNode; version: number; askedBy: ReactNode }

const operations = [
  { value: 'add', label: 'Add' },
  { value: 'remove', label: 'Remove' },
  { value: 'replace', label: 'Replace all' },
] as const

/** The second step, as far as it is. */
const titles = {
  none: 'Reading',
  chosen: 'Reading',
  reading: 'Reading, 1 of 2',
  counted: 'Read',
  saving: 'Saving, 2 of 2',
} as const

export const UploadSteps = ({ upload, because, version, askedBy }: UploadStepsProps) => {
  const { state, chosen } = upload
  const isSent = state.step === 'reading' || state.step === 'saving'
  return (
    <ol className="upload-steps">
      <Step number={1} is={chosen && state.step !== 'chosen' ? 'done' : 'now'} title="The file">
        <TheFile upload={upload} because={because} />
      </Step>
      <Step number={2} is={isSent ? 'now' : state.step === 'counted' ? 'done' : 'later'} title={titles[state.step]}>
        {isSent && chosen && (
          <>
            <div className="upload-progress">
              <progress value={state.sent} max={chosen.file.size || 1} aria-label="Sent" />
              <b>{Math.floor((100 * state.sent) / (chosen.file.size || 1))} %</b>
            </div>
            <p>
              {state.step === 'reading' && 'Sent twice: now to see what changes, then to save it. '}
              {sayProgress(state.sent, chosen.file.size, performance.now() - state.beganMs)}{' '}
              {version > 0 && `Version ${version} answers meanwhile; `}
              {version > 0 ? 'a' : 'A'} broken upload changes nothing.
            </p>
            <Button size="sm" onClick={upload.cancel}>
              Cancel
            </Button>
          </>
        )}
        {state.step === 'counted' && (
          <p>
            {count(state.counts.added + state.counts.removed + state.counts.unchanged)} ids in{' '}
            {(state.tookMs / 1000).toFixed(state.tookMs < 10_000 ? 1 : 0)} s
          </p>
        )}
      </Step>
      <Step number={3} is={state.step === 'counted' ? 'now' : 'later'} title="What changes">
        {'counts' in state ? (
          <WhatChanges counts={state.counts}>{askedBy}</WhatChanges>
        ) : (
          <p className="text-ink-3">Shown before anything is changed</p>
        )}
      </Step>
    </ol>
  )
}

/** What is done with the file, once that is chosen. */
const sayHow = ({ op, column }: Chosen): string => {
  const how = operations.find(({ value }) => value === op)?.label.toLowerCase() ?? ''
  return column === undefined ? how : `${how}, by the column ${column}`
}

const TheFile = ({ upload, because }: { upload: Upload; because: ReactNode }) => {
  const input = useRef<HTMLInputElement>(null)
  const { chosen, state } = upload
  const isOpen = state.step === 'chosen'
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File of ids"
        accept=".csv,.txt,.ndjson,.jsonl,.gz,text/plain,text/csv"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) upload.choose(file)
          // The same file may be chosen again once it is put right.
          target.value = ''
        }}
      />
      {chosen && (
        <p>
          <code>{chosen.file.name}</code>, {sayBytes(chosen.file.size)}
          {!isOpen && `, ${sayHow(chosen)}`}
        </p>
      )}
      {isOpen && chosen && (
        <div className="upload-how">
          <Segments small label="How" value={chosen.op} onChange={(op) => upload.change({ op })} options={operations} />
          {chosen.columns.length > 0 && (
            <Select
              aria-label="Column"
              value={chosen.column ?? ''}
              onChange={({ target }) => upload.change({ column: target.value === '' ? undefined : target.value })}
            >
              <option value="">the first column, without names</option>
              {chosen.columns.map((name) => (
                <option key={name} value={name}>
                  the column {name}
                </option>
              ))}
            </Select>
          )}
        </div>
      )}
      {(state.step === 'none' || isOpen) && (
        <div className="upload-actions">
          {chosen && (
            <Button kind="primary" size="sm" onClick={upload.count} because={because}>
              See what changes
            </Button>
          )}
          <Button size="sm" onClick={() => input.current?.click()} because={because}>
            {chosen ? 'Choose another' : 'Choose a file'}
          </Button>
        </div>
      )}
    </>
  )
}

type StepProps = { number: number; is: 'done' | 'now' | 'later'; title: string; children: ReactNode }

const Step = ({ number, is, title, children }: StepProps) => (
  <li className={classes('upload-step', is)} aria-current={is === 'now' ? 'step' : undefined}>
    <svg width="30" height="24" viewBox="0 0 30 24" aria-hidden>
      <path d="M.75 1L28 12L.75 23Z" />
      {is === 'done' ? (
        <polyline points="5 12 8.5 15 14 9.5" />
      ) : (
        <text x="9.5" y="15.8" textAnchor="middle">
          {number}
        </text>
      )}
    </svg>
    <div>
      <h3>{title}</h3>
      {children}
    </div>
  </li>
)
