// Who may import whom, for dependency-cruiser. ARCHITECTURE.md says it in words.

const { existsSync, readdirSync, readFileSync } = require('node:fs')
const { join } = require('node:path')

const packages = {
  'packages/engine': [],
  'packages/json-schema': ['packages/engine'],
  'packages/statistics': [],
  'packages/contract': ['packages/engine', 'packages/sdk-core'],
  'packages/mcp': ['packages/contract', 'packages/engine'],
  'packages/sdk-core': [],
  'packages/sdk-server': ['packages/sdk-core', 'packages/engine', 'packages/contract'],
  'packages/sdk-web': ['packages/sdk-core', 'packages/contract'],
  'packages/sdk-react': ['packages/sdk-core', 'packages/sdk-web', 'packages/contract'],
  'packages/openfeature': ['packages/sdk-core', 'packages/sdk-server', 'packages/sdk-web', 'packages/contract'],
  'apps/server': [
    'packages/contract',
    'packages/engine',
    'packages/json-schema',
    'packages/mcp',
    'packages/statistics',
  ],
  'apps/dashboard': ['packages/contract', 'packages/engine', 'packages/json-schema', 'packages/statistics'],
  'apps/cli': ['packages/contract', 'packages/engine', 'packages/mcp', 'packages/statistics'],
  'apps/bunting': [],
}

/** What a package offers to others, as its package.json says: its index, and rarely more. */
const offered = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(join(__dirname, folder)).flatMap((name) => {
    const manifest = join(__dirname, folder, name, 'package.json')
    const { exports = {} } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {}
    return Object.values(exports).map((file) => `^${folder}/${name}/${file.slice(2)}$`)
  }),
)

const sdks = '^packages/(sdk-core|sdk-server|sdk-web|sdk-react|openfeature)/src/'
const server = '^apps/server/src'
const slices = '(management|delivery|sign-in|telemetry|webhooks)'

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const betweenPackages = [
  ...Object.entries(packages).map(([name, others]) =>
    forbid(
      `${name}-imports`,
      `${name} imports ${others.join(', ') || 'no other package'}`,
      { path: `^${name}/` },
      { path: '^packages/', pathNot: [name, ...others].map((path) => `^${path}/`) },
    ),
  ),
  forbid(
    'packages-are-listed',
    'a new package or app says here what it may import',
    { path: '^(packages|apps)/', pathNot: Object.keys(packages).map((name) => `^${name}/`) },
    {},
  ),
  forbid(
    'contract-types-only',
    'an SDK takes only types from the contract',
    { path: sdks },
    { path: '^packages/contract/', dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'contract-takes-the-event-stream',
    'of what the SDKs share the contract takes only how an event stream is parsed',
    { path: '^packages/contract/src/' },
    { path: '^packages/sdk-core/', pathNot: '^packages/sdk-core/src/event-stream[.]ts$' },
  ),
  forbid(
    'mcp-when-it-is-used',
    'what assistants need is loaded when one comes, so that nothing starts slower for it',
    { path: '^apps/[^/]+/src/' },
    { path: '^packages/mcp/', dependencyTypesNot: ['type-only', 'dynamic-import'] },
  ),
  forbid(
    'no-deep-imports',
    'of another package only what it offers is imported',
    { path: '^((?:packages|apps)/[^/]+)/' },
    { path: '^packages/', pathNot: ['^$1/', ...offered] },
  ),
  forbid(
    'no-app-imports',
    'an app is a program, not a library; tests of a package or of another app may start the server',
    {
      path: '^((?:packages|apps)/[^/]+)/',
      pathNot: ['^packages/[^/]+/test/', '^apps/cli/test/', '^apps/dashboard/(test/|dev[.]ts$)', '^apps/bunting/'],
    },
    {
      path: '^apps/',
      pathNot: '^$1/',
    },
  ),
  forbid(
    'apps-in-one-program',
    'the program of all apps imports what they offer for it',
    { path: '^apps/bunting/src/' },
    { path: '^apps/', pathNot: ['^apps/bunting/', ...offered] },
  ),
  forbid(
    'no-app-imports-from-outside',
    'an app is a program, not a library; measurements start it as tests do',
    { pathNot: ['^(packages/[^/]+/src|apps)/', '^bench/import/'] },
    { path: '^apps/', pathNot: `${server}/testing/` },
  ),
  forbid(
    'converters-for-their-referees',
    "what other services' engines are compared with is what an import makes, and nothing else of an app",
    { path: '^bench/import/' },
    { path: '^apps/', pathNot: '^apps/cli/src/moving-in/' },
  ),
]

const insideTheServer = [
  forbid(
    'never-up-to-compose',
    'only what starts a process composes',
    { path: `${server}/`, pathNot: [`${server}/(run|worker)[.]ts$`, `${server}/(compose|testing)/`] },
    { path: `${server}/compose/` },
  ),
  forbid(
    'loaded-by-role',
    'what only some roles need is loaded by those alone',
    { path: `${server}/(compose/compose|run|worker)[.]ts$` },
    {
      path: `${server}/(${slices}/|store/|compose/compose-)`,
      dependencyTypesNot: ['type-only', 'dynamic-import'],
    },
  ),
  forbid(
    'never-up-to-slices',
    'what the slices share knows none of them',
    {
      path: `${server}/`,
      pathNot: [`${server}/(run|worker|restore)[.]ts$`, `${server}/(${slices}|config|compose|testing)/`],
    },
    { path: `${server}/${slices}/` },
  ),
  forbid(
    'slices-apart',
    'slices share what lies below them, never each other',
    { path: `${server}/${slices}/` },
    { path: `${server}/${slices}/`, pathNot: `${server}/$1/` },
  ),
  forbid(
    'base-knows-nobody',
    'what all share knows none of them',
    { path: `${server}/base/` },
    { path: `${server}/`, pathNot: `${server}/base/` },
  ),
  forbid(
    'store-below-edge-and-http',
    'the store is what the edge is filled from and requests are answered from: it knows neither',
    { path: `${server}/store/` },
    { path: `${server}/`, pathNot: `${server}/(store|rules|base)/` },
  ),
  forbid(
    'edge-and-http-apart',
    'what Delivery reads and what listeners share stand side by side on the store',
    { path: `${server}/(edge|http)/` },
    { path: `${server}/`, pathNot: [`${server}/$1/`, `${server}/(store|rules|base)/`] },
  ),
  forbid(
    'leftovers-below-slices',
    'how what somebody left behind ends is the same whoever takes their right away: it knows the store and the rules',
    { path: `${server}/leftovers/` },
    { path: `${server}/`, pathNot: `${server}/(leftovers|store|rules|base)/` },
  ),
  forbid(
    'slices-know-no-start',
    'a slice is handed its settings, and says of what type they are; how they are read it does not know',
    { path: `${server}/(${slices}|otlp|prometheus)/` },
    { path: `${server}/([^/]+[.]ts$|config/|compose/)` },
  ),
  forbid(
    'config-loads-no-slice',
    'what reads the settings takes only types from those who are handed them',
    { path: `${server}/config/` },
    { path: `${server}/(${slices}|otlp|prometheus)/`, dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'rules-are-pure',
    'rules import the contract, the engine, schemas of values, statistics and each other',
    { path: `${server}/rules/` },
    { pathNot: [`${server}/rules/`, '^packages/(contract|engine|json-schema|statistics)/'] },
  ),
  forbid(
    'delivery-without-store',
    'Delivery never talks to the database, not by way of anything that it imports either',
    { path: `${server}/delivery/` },
    { path: `${server}/store/`, reachable: true },
  ),
  forbid(
    'sql-in-its-place',
    'SQL lives in store/ and telemetry/event-log/; the command line only looks whether a backup is whole',
    {
      path: '^(packages|apps)/[^/]+/src/',
      pathNot: [`${server}/(store|telemetry/event-log|testing)/`, '^apps/cli/src/commands/backup/find-damage[.]ts$'],
    },
    { path: ['(^|/)node_modules/(kysely|pg|@types/pg)/', '^(node:)?sqlite$', '^(kysely|pg)$'] },
  ),
  forbid(
    'opentelemetry-in-its-place',
    'only what is loaded where somebody collects spans knows OpenTelemetry; everybody else has base/trace',
    { path: '^apps/server/src/', pathNot: `${server}/otlp/` },
    { path: '(^|/)node_modules/@opentelemetry/' },
  ),
  forbid(
    'testing-for-tests',
    'what serves tests is not part of the product',
    { pathNot: ['^(bench|examples/test)/', '^(packages|apps)/[^/]+/test/', `${server}/testing/`] },
    { path: `${server}/testing/` },
  ),
]

const dashboard = '^apps/dashboard/src'

/** The dashboard's layers, the lowest first: each knows those below it. `base.ts` is below them all. */
const layers = ['format', 'ui', 'api', 'features', '(pages|shell)', 'app']

const insideTheDashboard = [
  ...layers
    .slice(0, -1)
    .map((layer, height) =>
      forbid(
        `dashboard-${layer}-knows-what-is-below`,
        `${layer} knows ${layers.slice(0, height).join(', ') || 'no other layer'}`,
        { path: `${dashboard}/${layer}/` },
        { path: `${dashboard}/(${layers.slice(height + 1).join('|')})/` },
      ),
    ),
  forbid(
    'dashboard-pages-and-shell-apart',
    'the shell is around every page: neither knows the other',
    { path: `${dashboard}/(pages|shell)/` },
    { path: `${dashboard}/(pages|shell)/`, pathNot: `${dashboard}/$1/` },
  ),
  forbid(
    'dashboard-pages-apart',
    'what two pages share is a feature',
    { path: `${dashboard}/pages/([^/]+)/` },
    { path: `${dashboard}/pages/`, pathNot: `${dashboard}/pages/$1/` },
  ),
]

const everywhere = [
  forbid('no-cycles', 'imports go one way', {}, { circular: true }),
  // What is virtual is made while the dashboard is built, clients are generated beside the programs that try them, and
  // what is installed lies beside what was built.
  forbid(
    'no-unresolved',
    'what is imported exists',
    { pathNot: ['^bench/clients/programs/', '^apps/bunting/bin/installed[.]mjs$'] },
    { couldNotResolve: true, pathNot: '^virtual:' },
  ),
]

module.exports = {
  forbidden: [...betweenPackages, ...insideTheServer, ...insideTheDashboard, ...everywhere],
  options: {
    // The default parser cannot read what TypeScript 7 compiles: it would find no import, and nothing to forbid.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(apps|packages)/[^/]+/dist/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
