import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { sh } from './shell.mjs'
import { promtool } from './tools.mjs'

/** Lets Prometheus check its configuration, and each query of the dashboard as a rule. */
export async function verifyMetrics(say) {
  const folder = mkdtempSync(join(tmpdir(), 'bunting-metrics-'))
  try {
    const config = join(folder, 'prometheus.yml')
    // The token's file exists only in the container.
    const text = readFileSync(join(root, 'deploy/compose/prometheus.yml'), 'utf8')
    writeFileSync(join(folder, 'token'), 'x')
    writeFileSync(config, text.replace('/run/bunting/metrics-token', join(folder, 'token')))
    sh(promtool(), ['check', 'config', config])
    say('promtool check config passes')
    const { panels } = JSON.parse(readFileSync(join(root, 'deploy/grafana/bunting.json'), 'utf8'))
    const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    const rules = queries.map((expr, at) => ({ record: `query_${at}`, expr: asPrometheus(expr) }))
    const file = join(folder, 'rules.yml')
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    sh(promtool(), ['check', 'rules', file])
    say(`promtool reads all ${queries.length} queries of the dashboard`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Replaces the variables that Grafana fills in. */
const asPrometheus = (query) => query.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*')
