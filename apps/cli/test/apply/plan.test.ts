import { expect, test } from 'vitest'
import { makeCheckout } from '../support/checkout.ts'
import { useServer } from '../support/server.ts'

const cli = useServer()

const config = (more: object = {}) => ({ enabled: true, defaultValue: false, rules: [], ...more })

/** Makes a project and a checkout; `plan` returns the text of a plan. */
const openPlan = async () => {
  const project = await cli.newProject()
  const checkout = makeCheckout()
  const apply = (more = '') => cli.run(`apply ${checkout.folder}/flags --project ${project.slug} ${more}`)
  const plan = async (more = '') => {
    const { code, stderr } = await apply(`--dry-run --plan ${checkout.folder}/plan.md ${more}`)
    return { code, stderr, page: checkout.read('plan.md') }
  }
  return { ...project, ...checkout, apply, plan }
}

test('a plan says in one line how much there is to do, and then what, flag by flag', async () => {
  const { write, apply, plan, slug, id, environments } = await openPlan()
  const environment = (wanted: string) => environments.find((each) => each.slug === wanted)?.id ?? ''
  const inStaging = (more: object) => ({ staging: config(more) })
  write('flags/all.json', {
    bunting: 1,
    flags: {
      checkout: { name: 'Checkout', type: 'boolean', environments: inStaging({}) },
      old: { name: 'Old', type: 'boolean' },
    },
    segments: { team: { name: 'Team', environments: { staging: { included: ['ada'], excluded: [], rules: [] } } } },
  })
  await apply()
  await cli.api.createFlagVersion({
    params: { projectId: id, envId: environment('staging'), flagKey: 'checkout' },
    body: { version: 2, enabled: false, defaultValue: false, rules: [] },
  })
  await cli.api.updateEnvironment({
    params: { projectId: id, envId: environment('production') },
    body: { protected: true },
  })
  const conditions = [{ attribute: 'country', operator: 'in', value: ['DE', 'FR'] }]
  write('flags/all.json', {
    bunting: 1,
    flags: {
      checkout: {
        name: 'Checkout',
        type: 'boolean',
        environments: inStaging({
          rules: [{ id: 'eu', name: 'Europe', value: true, conditions, rolloutPercentage: 25 }],
        }),
      },
      search: { name: 'Search', type: 'boolean', environments: { production: config() } },
    },
    segments: {
      team: { name: 'Team', environments: { staging: { included: ['ada', 'bob'], excluded: [], rules: [] } } },
    },
  })
  const { code, page } = await plan('--propose --prune-owned')
  expect(code).toBe(1)
  expect(page).toBe(`## Flags of \`${slug}\`, from \`git:acme/shop\`

**1 to create, 1 to propose, 1 to archive, 2 to change, 1 drifted**

### Drift

This was changed elsewhere since the last apply, and applying changes it back:

\`checkout\` in \`staging\`, up to version 2 by \`First server key\`:
\`\`\`diff
! enabled true → false
\`\`\`

### Segment \`team\`

In \`staging\` it gets version 2:
\`\`\`diff
+ included ["bob"]
\`\`\`

### Flag \`search\`

It is created: \`Search\`, a boolean flag.

In \`production\` it is proposed as version 1:
\`\`\`diff
+ enabled true
+ defaultValue false
\`\`\`

### Flag \`checkout\`

In \`staging\` it gets version 3:
\`\`\`diff
! enabled false → true
+ rules[Europe] 25 % of country is one of ["DE","FR"] → true
\`\`\`

### Flag \`old\`

It is archived:
\`\`\`diff
! archived false → true
\`\`\`
`)
})

test('a plan with nothing to do says so, and one that cannot be applied says why', async () => {
  const { write, apply, plan, slug, id } = await openPlan()
  write('flags/a.yaml', 'bunting: 1\nflags: { a: { name: A, type: boolean } }\n')
  await apply()
  expect((await plan()).page).toBe(`## Flags of \`${slug}\`, from \`git:acme/shop\`\n\n**Nothing to do**\n`)
  await cli.api.updateFlag({ params: { projectId: id, flagKey: 'a' }, body: { managedBy: 'git:acme/other' } })
  const { code, page } = await plan()
  expect(code).toBe(1)
  expect(page).toContain('**1 to change, 1 problem**')
  expect(page).toContain('### Nothing can be applied\n\n- `a is managed in git:acme/other: say --take-over')
})

test('what people wrote is text in a plan, and steers neither it nor its readers', async () => {
  const { write, plan } = await openPlan()
  const hostile = '`</pre><img src=x>` @everyone [a](https://evil.example) | **b** ```'
  write('flags/hostile.json', {
    bunting: 1,
    flags: {
      hostile: {
        name: hostile,
        type: 'string',
        environments: {
          staging: config({
            defaultValue: `${hostile}\n\`\`\`\n# Approved\n\u202e`,
            rules: [{ id: 'r', name: hostile, value: 'x'.repeat(5_000) }],
          }),
        },
      },
    },
  })
  const { page } = await plan()
  // Outside of code spans and blocks, no user text is left.
  const outside = page.replace(/^(`{3,})diff\n[\s\S]*?\n\1$/gm, '').replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '')
  expect(outside).not.toMatch(/img|everyone|evil|Approved/)
  expect(page).not.toContain('\u202e')
  expect(page.split('\n').filter((line) => line.startsWith('# Approved'))).toEqual([])
  expect(Math.max(...page.split('\n').map((line) => line.length))).toBeLessThan(500)
})

test('a plan goes into a file of Markdown', async () => {
  const { write, folder, apply } = await openPlan()
  write('flags/a.yaml', 'bunting: 1\nflags: { a: { name: A, type: boolean } }\n')
  expect(await apply(`--plan ${folder}/plan.txt`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('does not end in .md'),
  })
})
