import type { FlagValue } from '@bunting/engine'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useFlag } from '../../../api/flags.ts'
import { same } from '../../../format/same.ts'
import { sayValue } from '../../../format/say-value.ts'
import { classes } from '../../../ui/classes.ts'
import { answersOf, setAnswers } from '../../draft/prerequisites.ts'
import { readNumber } from '../../draft/typed/read-number.ts'
import { SettledInput, TokenSelect } from '../conditions/token.tsx'
import { useEditing } from '../editing.ts'
import { focusAt } from '../focus-at.ts'

type PrerequisiteAnswersProps = {
  flagKey: string
  values: readonly FlagValue[]
  /** The accepted answers before the draft. */
  were: readonly FlagValue[] | undefined
  isNew: boolean
  at: number
}

const add = '\u0000add'
const another = '\u0000another'

/** Chooses the accepted answers of a flag, from those it can give. */
export const PrerequisiteAnswers = ({ flagKey, values, were = [], isNew, at }: PrerequisiteAnswersProps) => {
  const { projectId, environment, because, edit } = useEditing()
  const { data: flag } = useFlag(projectId, flagKey)
  const [isFree, setFree] = useState(false)
  const config = flag?.versions[environment.id]?.config
  const known = flag ? answersOf(flag.type, config) : []
  const path = `prerequisites[${at}].values`
  const set = (next: readonly FlagValue[]) => edit((now) => setAnswers(now, flagKey, next))
  const nameOf = (value: FlagValue): string => {
    const variant = config?.variants?.find((one) => same(one.value, value))
    return variant && typeof value === 'object' ? `${variant.key} ${sayValue(value)}` : sayValue(value)
  }
  if (flag?.type === 'boolean' && values.length === 1) {
    return (
      <TokenSelect
        label={`Answer of prerequisite ${at + 1}`}
        className={isNew ? 'val new' : 'val'}
        value={String(values[0])}
        options={known.map((value) => ({ value: String(value), label: String(value) }))}
        onChange={(next) => set([next === 'true'])}
        path={path}
      />
    )
  }
  const free = known.filter((value) => !values.some((other) => same(value, other)))
  const write = (text: string) => {
    setFree(false)
    const value = flag?.type === 'number' ? readNumber(text) : text
    if (text !== '' && !values.some((other) => same(value, other))) set([...values, value])
    focusAt(path)
  }
  const choose = (next: string) => {
    const value = free[Number(next)]
    if (next === another) setFree(true)
    else if (value !== undefined) set([...values, value])
  }
  return (
    <>
      {values.map((value, index) => (
        <span key={index} className={classes('tok val', !were.some((other) => same(value, other)) && isNew && 'new')}>
          <bdi className="chip-text">{nameOf(value)}</bdi>
          {because === undefined && (
            <button
              type="button"
              className="x"
              aria-label={`Remove ${sayValue(value)}`}
              onClick={() => {
                set(values.toSpliced(index, 1))
                focusAt(path)
              }}
            >
              <X size={12} strokeWidth={1.5} aria-hidden />
            </button>
          )}
        </span>
      ))}
      {isFree ? (
        <SettledInput
          label={`Another answer of prerequisite ${at + 1}`}
          className="val"
          autoFocus
          value=""
          onChange={write}
        />
      ) : (
        <TokenSelect
          label={`Add an answer of prerequisite ${at + 1}`}
          className="add-answer"
          value={add}
          options={[
            { value: add, label: values.length === 0 ? 'choose an answer' : '+' },
            ...free.map((value, index) => ({ value: String(index), label: nameOf(value) })),
            ...(flag?.type === 'string' || flag?.type === 'number'
              ? [{ value: another, label: 'Another answer…' }]
              : []),
          ]}
          onChange={choose}
          path={path}
        />
      )}
    </>
  )
}
