import type { FlagValue, JsonDocument } from '@bunting/engine'
import { lazy, Suspense, useContext, useMemo, useState } from 'react'
import { same } from '../../../format/same.ts'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { layOut } from '../../../ui/value.tsx'
import { readDocument } from '../../draft/typed/read-document.ts'
import { ProblemsContext, useEditing } from '../editing.ts'

const JsonEditor = lazy(async () => ({ default: (await import('../../json-editor/json-editor.tsx')).JsonEditor }))

type JsonInputProps = {
  label: string
  path: string
  isNew?: boolean | undefined
  value: FlagValue
  onChange(value: JsonDocument | string): void
  onBlur?(): void
}

const textOf = (value: FlagValue): string => (typeof value === 'object' ? layOut(value) : String(value))

/** A document as JSON. The typed text stays as written as long as it means the same value. */
export const JsonInput = ({ label, value, onChange, path, isNew, onBlur }: JsonInputProps) => {
  const { because } = useEditing()
  const [typed, setTyped] = useState<{ text: string; document: JsonDocument | string }>()
  const problems = useProblemsIn(path, value !== '')
  return (
    <Suspense fallback={<pre className="tok val json">{textOf(value)}</pre>}>
      <Tooltip says={because}>
        <div className="json-field">
          <JsonEditor
            label={label}
            data-path={path}
            placeholder="{}"
            text={typed && same(typed.document, value) ? typed.text : textOf(value)}
            problems={problems}
            isNew={isNew}
            readOnly={because !== undefined}
            onChange={(next) => {
              const document = readDocument(next)
              setTyped({ text: next, document })
              onChange(document)
            }}
            onBlur={() => {
              setTyped(undefined)
              onBlur?.()
            }}
          />
        </div>
      </Tooltip>
    </Suspense>
  )
}

/** The problems of a document, by the paths within it. */
const useProblemsIn = (path: string, isFilled: boolean) => {
  const around = useContext(ProblemsContext)
  return useMemo(
    () =>
      around.flatMap((problem) => {
        const inside = problem.path.startsWith(path) ? problem.path.slice(path.length) : undefined
        if (inside === undefined || !/^($|[.[])/.test(inside)) return []
        return isFilled || problem.always ? [{ path: inside.replace(/^\./, ''), message: problem.message }] : []
      }),
    [around, path, isFilled],
  )
}
