import { percent } from '../../format/number.ts'
import { Field, Input, Select } from '../../ui/controls/field.tsx'
import type { Problems } from './body.ts'
import type { Design } from './design.ts'
import type { ExperimentFormState } from './use-experiment-form.ts'

const confidences = [0.9, 0.95, 0.99] as const satisfies readonly Design['confidence'][]

/** What most experiments leave as it is. Open where a draft has it otherwise, or something is wrong in it. */
export const MoreChoices = ({
  state: { design, set },
  problems,
}: {
  state: ExperimentFormState
  problems: Problems
}) => {
  const { confidence, minimumDays, exposureEvent, source } = design
  const isUsual = confidence === 0.95 && minimumDays === '7' && exposureEvent === undefined && source === 'any'
  const isWrong = problems.minimumDays !== undefined || problems.exposure !== undefined
  return (
    <details className="more-choices" open={!isUsual || isWrong}>
      <summary>More choices</summary>
      <div className="two-columns">
        <Field label="How sure" hint="How rarely it may call a difference where there is none.">
          {(control) => (
            <Select
              {...control}
              value={confidence}
              onChange={({ target }) =>
                set({ confidence: confidences.find((one) => one === Number(target.value)) ?? 0.95 })
              }
            >
              {confidences.map((one) => (
                <option key={one} value={one}>
                  {percent(one * 100)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label="Days at least"
          hint="Nothing is recommended to be shipped before, so that each weekday is in it."
          problem={problems.minimumDays}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              value={minimumDays}
              onChange={({ target }) => set({ minimumDays: target.value })}
            />
          )}
        </Field>
        <Field label="People are counted from" hint="The first time counts, once for each of them.">
          {(control) => (
            <Select
              {...control}
              value={exposureEvent === undefined ? 'evaluation' : 'event'}
              onChange={({ target }) => set({ exposureEvent: target.value === 'event' ? '' : undefined })}
            >
              <option value="evaluation">the answer that the flag gives them</option>
              <option value="event">an event of theirs</option>
            </Select>
          )}
        </Field>
        {exposureEvent !== undefined && (
          <Field
            label="Which event"
            hint="For clients that ask for all flags at once, such as OFREP’s: the variant is found when it comes."
            problem={problems.exposure}
          >
            {(control) => (
              <Input
                {...control}
                className="mono"
                placeholder="checkout-viewed"
                value={exposureEvent}
                onChange={({ target }) => set({ exposureEvent: target.value })}
              />
            )}
          </Field>
        )}
        <Field label="Told by" hint="A client key is public, so anybody can invent people with it.">
          {(control) => (
            <Select
              {...control}
              value={source}
              onChange={({ target }) => set({ source: target.value === 'server' ? 'server' : 'any' })}
            >
              <option value="any">any key</option>
              <option value="server">server keys alone</option>
            </Select>
          )}
        </Field>
      </div>
    </details>
  )
}
