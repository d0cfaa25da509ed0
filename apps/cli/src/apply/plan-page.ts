import type { Change } from '@bunting/contract/text'
import { changeLines } from '../output/change-lines.ts'
import { counted } from '../output/counted.ts'
import { changesOf, type Step } from '../project-file/step.ts'
import type { Drift } from './drift.ts'
import { code, diffBlock } from './markdown.ts'

/** The contents of a plan. */
export type ApplyPlan = {
  project: string
  managedBy: string
  steps: readonly Step[]
  problems: readonly string[]
  waiting: readonly string[]
  notes: readonly string[]
  drift: readonly Drift[]
}

/** Formats a plan as Markdown, for a pull request: totals, problems, drift, then each flag and segment. */
export const planPage = (plan: ApplyPlan): string => {
  const { project, managedBy, steps, problems, waiting, notes, drift } = plan
  const blocks = [
    [`## Flags of ${code(project)}, from ${code(managedBy)}`],
    [`**${sumUp(plan)}**`],
    problems.length === 0 ? [] : ['### Nothing can be applied', '', ...problems.map((each) => `- ${code(each)}`)],
    drift.length === 0 ? [] : driftLines(drift),
    ...subjectsOf(steps).map(({ title, steps: own }) => [`### ${title}`, ...own.flatMap(stepLines)]),
    noteLines('Waiting', waiting),
    noteLines('Notes', notes),
  ]
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`
}

const noteLines = (title: string, texts: readonly string[]): string[] =>
  texts.length === 0 ? [] : [`### ${title}`, '', ...texts.map((text) => `- ${code(text)}`)]

const isArchiving = (step: Step): boolean =>
  'fields' in step && 'archived' in step.fields && step.fields.archived === true

/** The kinds of steps. A step counts as the first kind that matches. */
const kinds: readonly [words: string, isOne: (step: Step) => boolean][] = [
  ['to create', (step) => step.do.startsWith('create')],
  ['to propose', (step) => step.do.startsWith('propose')],
  ['to archive', isArchiving],
  ['to change', () => true],
]

export const sumUp = ({ steps, problems, waiting, drift }: ApplyPlan): string => {
  const counts = kinds.map(([words, isOne], at) => {
    const earlier = kinds.slice(0, at)
    const count = steps.filter((step) => isOne(step) && !earlier.some(([, other]) => other(step))).length
    return count === 0 ? [] : [`${count.toLocaleString('en')} ${words}`]
  })
  const rest = [
    ...(waiting.length === 0 ? [] : [`${waiting.length.toLocaleString('en')} waiting`]),
    ...(drift.length === 0 ? [] : [`${drift.length.toLocaleString('en')} drifted`]),
    ...(problems.length === 0 ? [] : [counted(problems.length, 'problem')]),
  ]
  return [...counts.flat(), ...rest].join(', ') || 'Nothing to do'
}

/** Returns a diff block with a line for each change; `!` marks changed lines. */
const diffOf = (changes: readonly Change[]): string[] =>
  changes.length === 0 ? [] : diffBlock(changeLines(changes).map(({ plain }) => plain.replace(/^~/, '!')))

const placeOf = ({ noun, key, env }: Drift): string =>
  `${noun === 'segment' ? 'segment ' : ''}${code(key)}${env === undefined ? '' : ` in ${code(env)}`}`

const driftLines = (drift: readonly Drift[]): string[] => [
  '### Drift',
  '',
  'This was changed elsewhere since the last apply, and applying changes it back:',
  ...drift.flatMap((each) => [
    '',
    each.changes
      ? `${placeOf(each)}${each.version === undefined ? '' : `, up to version ${each.version}`} by ${code(each.by)}:`
      : `${placeOf(each)}: version ${each.version} by ${code(each.by)} was not applied from here.`,
    ...diffOf(each.changes ?? []),
  ]),
]

type Subject = { title: string; steps: Step[] }

/** Groups the steps by subject, in the order of first occurrence. */
const subjectsOf = (steps: readonly Step[]): Subject[] => {
  const subjects = new Map<string, Subject>()
  for (const step of steps) {
    const title = titleOf(step)
    const subject = subjects.get(title) ?? { title, steps: [] }
    subject.steps.push(step)
    subjects.set(title, subject)
  }
  return [...subjects.values()]
}

const titleOf = (step: Step): string => {
  if (step.do.endsWith('project')) return `Project ${code('slug' in step ? step.slug : '')}`
  if ('slug' in step) return `Environment ${code(step.slug)}`
  return `${step.do.endsWith('segment') ? 'Segment' : 'Flag'} ${code(step.key)}`
}

const stepLines = (step: Step): string[] => ['', sayStep(step), ...diffOf(changesOf(step))]

const sayStep = (step: Step): string => {
  if (step.do === 'create flag') return `It is created: ${code(step.entry.name)}, a ${step.entry.type} flag.`
  if (step.do === 'create segment') return `It is created: ${code(step.entry.name)}.`
  if (step.do === 'create project') return `It is created: ${code(step.name)}.`
  if (step.do === 'create environment') return `It is created: ${code(step.entry.name)}.`
  if ('env' in step) {
    const how = step.do.startsWith('propose') ? 'is proposed as' : 'gets'
    return `In ${code(step.env)} it ${how} version ${step.base + 1}:`
  }
  return isArchiving(step) ? 'It is archived:' : 'It changes:'
}
