import type { Environment } from '@bunting/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { useEnvironments } from '../../api/environments.ts'
import { percent } from '../../format/number.ts'
import { Field, Input, Select, TextArea } from '../../ui/controls/field.tsx'
import { Picker } from '../../ui/controls/picker.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { envColor } from '../../ui/pennants/pennant.tsx'
import type { Problems } from './body.ts'
import { sayRuleOption, splittingRules } from './design.ts'
import type { ExperimentFormState } from './use-experiment-form.ts'

type WhatIsTriedProps = {
  state: ExperimentFormState
  projectId: string
  environment: Environment
  problems: Problems
  isDraft: boolean
}

export const WhatIsTried = ({ state, projectId, environment, problems, isDraft }: WhatIsTriedProps) => {
  const { design, set, flags, flag, rules, bucketBy } = state
  const environments = useEnvironments(projectId)
  const navigate = useNavigate()
  return (
    <section>
      <h2>What is tried</h2>
      <div className="two-columns">
        <Field label="Name" problem={problems.name}>
          {(control) => (
            <Input {...control} value={design.name} onChange={(event) => set({ name: event.target.value })} />
          )}
        </Field>
        <Field label="Environment">
          {(control) => (
            <Select
              {...control}
              disabled={isDraft}
              value={environment.slug}
              onChange={(event) =>
                void navigate({
                  to: '/projects/$projectId/experiments/new',
                  params: { projectId },
                  search: {
                    env: event.target.value,
                    ...(design.flagKey === undefined ? {} : { flag: design.flagKey }),
                  },
                  replace: true,
                })
              }
            >
              {environments.map(({ id, slug, name }) => (
                <option key={id} value={slug}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Flag" problem={problems.flag}>
          {(control) => (
            <Picker
              label="Find a flag"
              items={flags
                ?.filter(({ archivedAt }) => archivedAt === null)
                .map((one) => ({
                  key: one.key,
                  name: one.name,
                  because: splittingRules(one, environment.id).length === 0 ? 'no rule of it splits here' : undefined,
                }))
                .toSorted((one, other) => Number(one.because !== undefined) - Number(other.because !== undefined))}
              onPick={(flagKey) => set({ flagKey, ruleId: undefined, control: undefined })}
              trigger={
                <button type="button" {...control} className="field picked" disabled={isDraft}>
                  <span>
                    {flag ? (
                      <>
                        <bdi>{flag.name}</bdi> <code>{flag.key}</code>
                      </>
                    ) : (
                      <span className="text-ink-3">Choose a flag</span>
                    )}
                  </span>
                  <Icon of="down" size={16} />
                </button>
              }
            />
          )}
        </Field>
        <Field label="Rule" problem={problems.rule}>
          {(control) => (
            <Select
              {...control}
              value={design.ruleId ?? ''}
              onChange={(event) => set({ ruleId: event.target.value, control: undefined })}
            >
              {rules.length === 0 && <option value="">{flag ? 'none that splits' : 'of the flag'}</option>}
              {rules.map((one) => (
                <option key={one.rule.id} value={one.rule.id}>
                  {sayRuleOption(one)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Field label="What do you expect, and why" aside="optional" problem={problems.hypothesis}>
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            value={design.hypothesis}
            onChange={(event) => set({ hypothesis: event.target.value })}
          />
        )}
      </Field>
      {flag && rules.length === 0 && (
        <Note kind="warn">
          No rule of <bdi>{flag.name}</bdi> splits in <bdi>{environment.name}</bdi>.{' '}
          <Link
            className="link"
            to="/projects/$projectId/flags/$flagKey"
            params={{ projectId, flagKey: flag.key }}
            search={{ env: environment.slug }}
          >
            Split one first
          </Link>
        </Note>
      )}
      <TheSplit state={state} environment={environment} />
      {flag?.clientSafe === true && rules.length > 0 && bucketBy === undefined && (
        <Note>
          The rule splits by <code>userId</code>, or <code>anonymousId</code> where there is none: signing in may give
          somebody another variant.
        </Note>
      )}
    </section>
  )
}

const tints = ['100%', '62%', '30%', '80%', '46%', '16%']

/** Who gets what, and which variant the others are compared with. */
const TheSplit = ({ state, environment }: Pick<WhatIsTriedProps, 'state' | 'environment'>) => {
  const { design, set, variants, bucketBy } = state
  const total = variants.reduce((sum, { weight }) => sum + weight, 0)
  if (variants.length === 0) return null
  return (
    <fieldset className="the-split env" style={envColor(environment.color)}>
      <legend className="label">
        Split, by <code>{bucketBy ?? 'userId'}</code> <span>choose control, which the others are compared with</span>
      </legend>
      <div className="bar" aria-hidden>
        {variants.map(({ variant, weight }, at) => (
          <i
            key={variant}
            style={{ '--t': tints[at % tints.length], width: `${(weight / total) * 100}%` } as CSSProperties}
          />
        ))}
      </div>
      <div className="variants">
        {variants.map(({ variant, weight }) => (
          <label className="check" key={variant}>
            <input
              type="radio"
              name="control"
              checked={design.control === variant}
              onChange={() => set({ control: variant })}
            />
            <code>{variant}</code>
            <span className="num">{percent(Math.round((weight / total) * 1_000) / 10)}</span>
            {design.control === variant && <span className="text-ink-3">control</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
