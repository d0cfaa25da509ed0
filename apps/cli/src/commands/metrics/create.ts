import { command } from '../../core/command.ts'
import { wrongUse } from '../../core/failure.ts'
import { either, number, type Option, oneOf, required, text } from '../../core/parameters.ts'
import { metricText } from '../../experiment/metric-text.ts'
import { dim, green, rich } from '../../output/rich.ts'
import { parseDuration } from '../../text/duration.ts'
import { titleOf } from '../title-of.ts'

const duration = (description: string): Option<number | undefined> => ({
  kind: 'text',
  placeholder: 'time',
  description,
  parse: (value) => {
    const seconds = parseDuration(value)
    if (seconds === undefined) throw new Error('It must be a time such as 10m, 1d or 1d12h.')
    return seconds
  },
})

export const createMetric = command({
  name: 'create',
  summary: 'Create a metric',
  description:
    'Its definition never changes: another one is another metric. Events are kept from the moment a metric names them.',
  target: 'project',
  arguments: { key: required('letters, digits, dots, dashes and underscores; it never changes') },
  options: {
    event: text('name', 'the event that it is made of'),
    kind: oneOf('kind', ['conversion', 'count', 'sum', 'ratio'], 'what a unit is worth (default: conversion)'),
    denominator: text('name', 'of a ratio: the event that it is divided by'),
    direction: oneOf('direction', ['increase', 'decrease'], 'which way is good (default: increase)'),
    after: duration('from the first exposure until events count (default: 0s)'),
    window: duration('for how long they count (default: 1d)'),
    cap: number('n', 'the most that one unit is worth'),
    adjust: either('adjust by what a unit did before (default: yes, but for ratios)'),
    source: oneOf('source', ['any', 'server'], 'whose events count (default: any)'),
    name: text('text', 'what people read (default: from the key)'),
    description: text('text', 'what it is for'),
  },
  examples: [
    'metrics create purchases --event purchase',
    'metrics create revenue --event purchase --kind sum --cap 500 --window 7d',
    'metrics create slow-requests --event slow --kind ratio --denominator request --direction decrease --window 10m',
  ],
  run: async ({ api, out, project }, { key, event, name, denominator, ...input }) => {
    const { kind = 'conversion', direction, after, window, cap, adjust, source, description } = input
    const given = { direction, after, window, cap, adjust, source, description, denominatorEvent: denominator }
    const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    const metric = await api.createMetric({
      params: { projectId: project.id },
      body: {
        ...fields,
        kind,
        key,
        name: name ?? titleOf(key),
        event: event ?? wrongUse('Of which event?', '--event <name>'),
      },
    })
    out.show(metric, () => {
      out.note(rich`${green('Created')} the metric ${metric.key} in ${project.slug}: ${metricText(metric)}.`)
      out.note(dim(rich`Code sends it: flags.track('${metric.event}', { userId: … })`))
    })
  },
})
