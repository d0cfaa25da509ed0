import type { GuardrailAnswer } from '@bunting/contract'
import { CircleCheck, CircleDashed, CircleHelp, TriangleAlert } from 'lucide-react'
import type { Schedule } from '../../api/schedules.ts'
import { figures } from '../../format/number.ts'
import { sayDuration } from '../../format/time.ts'
import { Time } from '../../ui/time.tsx'
import { sayGuardrail } from '../diff/words/say-step.ts'

const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The guardrails of a schedule, and their last answers. */
export const Guards = ({ schedule: { guardrails, guardrailAnswers = [] } }: { schedule: Schedule }) => {
  if (guardrails.length === 0) return null
  return (
    <ul className="guards" aria-label="Guardrails">
      {guardrails.map((guardrail, index) => (
        <li key={index}>
          <code>{guardrail.query}</code>
          <small>{sayGuardrail(guardrail)}</small>
          <LastAnswer answer={guardrailAnswers[index]} />
        </li>
      ))}
    </ul>
  )
}

const LastAnswer = ({ answer }: { answer: GuardrailAnswer | undefined }) => {
  if (!answer) {
    return (
      <span className="last">
        <CircleDashed {...icon} />
        Not asked yet
      </span>
    )
  }
  const { value, unknown, askedAt, crossedSince } = answer
  if (value === undefined) {
    return (
      <span className="last warn">
        <CircleHelp {...icon} />
        <span>
          No answer: <bdi>{unknown}</bdi>. The next step waits. <Time at={askedAt} />
        </span>
      </span>
    )
  }
  const heldSeconds = crossedSince === undefined ? 0 : (Date.parse(askedAt) - Date.parse(crossedSince)) / 1_000
  return crossedSince === undefined ? (
    <span className="last yes">
      <CircleCheck {...icon} />
      <span>
        Last value <b className="num">{figures(value)}</b>, <Time at={askedAt} />
      </span>
    </span>
  ) : (
    <span className="last no">
      <TriangleAlert {...icon} />
      <span>
        Last value <b className="num">{figures(value)}</b>, crossed
        {heldSeconds >= 1 && ` for ${sayDuration(Math.round(heldSeconds))}`}, <Time at={askedAt} />
      </span>
    </span>
  )
}
