import type { Environment } from '@bunting/contract'
import type { EvaluationContext, FlagConfig } from '@bunting/engine'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sayError } from '../../api/core/change.ts'
import { explanationQuery } from '../../api/explanations.ts'
import { keepTyped } from '../../features/draft/storage/typed-storage.ts'
import type { Typed } from '../../features/try-it/context.ts'
import { Needed } from '../../features/try-it/needed.tsx'
import { Trace } from '../../features/try-it/trace.tsx'
import { tryKey } from '../../features/try-it/use-typed-context.ts'
import { sayWhy } from '../../features/try-it/words.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Dialog, DialogFoot } from '../../ui/overlays/dialog.tsx'
import { envColor } from '../../ui/pennants/pennant.tsx'
import { WholeValue } from '../../ui/value.tsx'
import type { AnswerOf, AnswerRow } from './rows.ts'

export type Asked = { row: AnswerRow; environment: Environment; answer: AnswerOf }

type WhyProps = { projectId: string; asked: Asked; typed: Typed; context: EvaluationContext; onClose(): void }

/** Explains a flag's answer rule by rule, with a link to try something else. */
export const Why = ({ projectId, asked: { row, environment, answer }, typed, context, onClose }: WhyProps) => {
  const { key: flagKey } = row
  const config: FlagConfig | null = row.flag?.versions[environment.id]?.config ?? null
  const flagRef = { projectId, envId: environment.id, flagKey }
  const { data, error } = useQuery(explanationQuery(flagRef, { version: config?.version ?? 0 }, context))
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Why ${row.flag?.name ?? flagKey} answers this in ${environment.name}`}
      lede={data && sayWhy(config, data, environment.name)}
    >
      <div className="env answer-why" style={envColor(environment.color)}>
        <WholeValue value={data?.result.value ?? answer.value} />
        {data?.prerequisites && <Needed prerequisites={data.prerequisites} environment={environment.name} />}
        {data && <Trace config={config} explanation={data} />}
        {error && <Note kind="no">The service does not say. {sayError(error)}</Note>}
      </div>
      <DialogFoot>
        <Button kind="ghost" onClick={onClose}>
          Close
        </Button>
        <Link
          to="/projects/$projectId/flags/$flagKey"
          params={{ projectId, flagKey }}
          search={{ env: environment.slug }}
          className={buttonClass({})}
          onClick={() => keepTyped(tryKey({ projectId, flagKey }), typed)}
        >
          Open in Try it
        </Link>
      </DialogFoot>
    </Dialog>
  )
}
