import type { Environment } from '@bunting/contract'
import type { EvaluationResult, FlagConfig } from '@bunting/engine'
import { Terminal } from 'lucide-react'
import type { FlagRef } from '../../api/flag-versions.ts'
import { managementUrl } from '../../base.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useCopy } from '../../ui/controls/copy.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { envColor } from '../../ui/pennants/pennant.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Lines } from '../../ui/value.tsx'
import { contextOf } from './context.ts'
import { ContextForm } from './context-form.tsx'
import { Needed } from './needed.tsx'
import { sayFailure } from './say-failure.tsx'
import { Trace } from './trace.tsx'
import './try-it.css'
import type { Trial } from './use-trial.ts'
import { sayOther, sayWhy } from './words.ts'

type TryItProps = {
  trial: Trial
  flagRef: FlagRef
  environment: Environment
  live: FlagConfig | null
  attributes: readonly string[]
  isArchived: boolean
}

/** A form for a context, with the answer and its reason while the user types. */
export const TryIt = ({ trial, flagRef, environment, live, attributes, isArchived }: TryItProps) => {
  const { explanation, failure } = trial.told
  return (
    <div id="try" className="env" style={envColor(environment.color)}>
      <div className="try-head">
        <h2>Try it</h2>
        {!isArchived && (
          <Segments
            small
            label="Which config"
            value={trial.which}
            onChange={trial.choose}
            options={[
              { value: 'draft', label: 'Draft' },
              { value: 'live', label: live ? `Live v${live.version}` : 'Live' },
            ]}
          />
        )}
      </div>
      <ContextForm
        projectId={flagRef.projectId}
        typed={trial.typed}
        type={trial.type}
        fill={trial.fill}
        attributes={attributes}
      />
      <div className="answer" aria-live="polite">
        {explanation && <Got result={explanation.result} />}
        <p>
          {isArchived && 'The flag is archived: apps get nothing for it.'}
          {!isArchived && explanation && sayWhy(trial.config, explanation, environment.name)}
          {trial.which === 'draft' && explanation && live && trial.live.explanation
            ? sayOther(explanation.result, trial.live.explanation.result, live.version)
            : ''}
          {failure && sayFailure(failure)}
        </p>
      </div>
      {explanation?.prerequisites && (
        <Needed prerequisites={explanation.prerequisites} environment={environment.name} />
      )}
      {explanation && <Trace config={trial.config} explanation={explanation} />}
      <div className="try-foot">
        <CopyAsCurl trial={trial} flagRef={flagRef} />
      </div>
    </div>
  )
}

const Got = ({ result: { value, reason } }: { result: EvaluationResult }) => (
  <p className="got">
    {typeof value === 'object' && value !== null ? (
      <code className="small">
        <Lines document={value} />
      </code>
    ) : (
      <code>{value === '' ? '""' : String(value)}</code>
    )}
    <Tag kind="line">
      <code>{reason}</code>
    </Tag>
  </p>
)

/** Copies the same question as a curl command, for the live version or, with its config, the draft. */
const CopyAsCurl = ({ trial, flagRef }: { trial: Trial; flagRef: FlagRef }) => {
  const { copied, copy } = useCopy(() => curlOf(trial, flagRef))
  return (
    <Button kind="ghost" size="sm" onClick={copy}>
      <Terminal size={16} strokeWidth={1.5} aria-hidden />
      {copied ? 'Copied' : 'Copy as curl'}
    </Button>
  )
}

const curlOf = (trial: Trial, { projectId, envId, flagKey }: FlagRef): string => {
  const config = trial.which === 'draft' && trial.config ? { config: trial.config } : {}
  const body = JSON.stringify({ context: contextOf(trial.typed), ...config })
  const path = `/v1/projects/${projectId}/environments/${envId}/flags/${flagKey}/explain`
  const lines = [
    `curl ${quote(managementUrl + path)}`,
    `-H "Authorization: Bearer $BUNTING_KEY"`,
    `-H 'Content-Type: application/json'`,
    `-d ${quote(body)}`,
  ]
  return lines.join(' \\\n  ')
}

/** Escapes quotes: typed text must not end the shell's string. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
