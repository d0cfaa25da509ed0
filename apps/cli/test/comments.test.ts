import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeHome } from './support/bunting.ts'
import { useServer } from './support/server.ts'

const cli = useServer()
const why = '--comment "For Black Friday"'

/** A project with a flag that is on in production, which is protected and allows emergency saves. */
const openProtected = async () => {
  const project = await cli.newProject()
  await project.run('flags create a')
  await project.runIn('production', 'flags on a')
  await project.run('environments protect production')
  await project.run('environments update production --emergency')
  return project
}

const saving = ['flags on a', 'flags rollout a 25', 'flags set a enabled=false', 'flags restore a 1', 'flags off a']

test('whatever saves a flag takes a comment, which its history shows', async () => {
  const { run, runIn } = await cli.newProject()
  await run('flags create a')
  for (const [at, args] of saving.entries()) {
    expect(await runIn('development', `${args} --comment "Number ${at}"`), args).toMatchObject({ code: 0 })
  }
  await run('flags copy a staging --env development --comment "To staging"')
  await run('flags create b')
  await runIn('staging', 'flags on b --comment "Its parent"')
  await runIn('staging', 'flags require a b=true --comment "It needs b"')
  const { stdout } = await runIn('development', 'flags history a')
  expect(stdout.match(/Number \d/g)).toEqual(['Number 4', 'Number 3', 'Number 2', 'Number 1', 'Number 0'])
  expect((await runIn('staging', 'flags history a')).stdout).toMatch(/It needs b\n.*To staging\n/)
})

test('whatever saves a segment takes one too', async () => {
  const { run, runIn } = await cli.newProject()
  await run('segments create beta')
  const commands = [
    'include beta ada',
    'exclude beta ada',
    'remove beta ada',
    'restore beta 1',
    'save beta included=[]',
  ]
  for (const [at, args] of commands.entries()) {
    expect(await runIn('development', `segments ${args} --comment "Number ${at}"`), args).toMatchObject({ code: 0 })
  }
  const { stdout } = await runIn('development', 'segments history beta')
  expect(stdout.match(/Number \d/g)).toEqual(['Number 4', 'Number 3', 'Number 2', 'Number 1', 'Number 0'])
})

test('whatever proposes takes one, which the proposals and the audit log show', async () => {
  const { run, runIn } = await openProtected()
  const proposed = await runIn('production', `proposals create a enabled=false ${why}`)
  const id = /prop_\w+/.exec(proposed.stderr)?.[0]
  expect((await run('proposals list')).stdout).toMatch(new RegExp(`^${id}.*For Black Friday$`, 'm'))
  expect((await run(`proposals show ${id}`)).stdout).toMatch(/^Proposed by .*: For Black Friday$/m)
  await cli.run(`proposals reject ${id}`)
  expect((await runIn('production', `flags off a --propose ${why}`)).code).toBe(0)
  await run('segments create beta')
  expect((await runIn('production', `segments propose beta included=[] ${why}`)).code).toBe(0)
  const { stdout } = await run('audit list --action flag.proposal.created')
  expect(stdout.match(/comment=For Black Friday/g)).toHaveLength(2)
})

test('a promotion and an import put it onto all that they make', async () => {
  const { slug, run, runIn } = await cli.newProject()
  await run('flags create a')
  await runIn('development', 'flags on a')
  await run(`promote a --from development --to staging --apply --yes ${why}`)
  expect((await runIn('staging', 'flags history a')).stdout).toContain('For Black Friday')
  const file = join(makeHome(), 'project.json')
  await run(`export --output ${file}`)
  expect(readFileSync(file, 'utf8')).not.toContain('Black Friday')
  await cli.run(`import ${file} --project ${slug}-copy --comment "From a file"`)
  const copied = await cli.run(`flags history a --project ${slug}-copy --env staging`)
  expect(copied.stdout).toContain('From a file')
})

test('in an emergency an admin saves past the proposals, with a word why', async () => {
  const { run, runIn } = await openProtected()
  const refused = await runIn('production', 'flags off a')
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('--emergency --comment <why>') })
  for (const wrong of ['--emergency', `--emergency --propose ${why}`]) {
    expect(await runIn('production', `flags off a ${wrong}`)).toMatchObject({ code: 2, stdout: '' })
  }
  const saved = await runIn('production', 'flags off a --emergency --comment "Payments are down"')
  expect(saved).toMatchObject({ code: 0, stderr: expect.stringContaining('Past the proposals') })
  const { stdout } = await runIn('production', 'flags history a')
  expect(stdout).toMatch(/^2 .* emergency +enabled +Payments are down$/m)
  const { stdout: entries } = await run('audit list --action flag.version')
  expect(entries).toContain('emergency=true comment=Payments are down')
})

test('where it is not allowed the server says why', async () => {
  const { run, runIn } = await openProtected()
  expect((await run('environments list')).stdout).toMatch(/^production +but in emergencies/m)
  await run('environments update production --no-emergency')
  expect((await run('environments list')).stdout).toMatch(/^production +yes/m)
  const args = 'flags off a --emergency --comment x'
  expect(await runIn('production', args)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('emergency is off'),
  })
  expect(await runIn('production', 'flags off a')).toMatchObject({ stderr: expect.not.stringContaining('--emergency') })
  const unprotected = await runIn('staging', 'flags on a --emergency --comment x')
  expect(unprotected).toMatchObject({ code: 1, stderr: expect.stringContaining('not protected') })
})

test('a strict environment takes it as a proposal', async () => {
  const { run } = await openProtected()
  await run('environments update production --no-emergency')
  await run('environments protect production --strict')
  const { code, stderr } = await run('environments update production --emergency')
  expect(code).toBe(0)
  expect(stderr).toContain('allow emergency saves.')
})

test('a file of a project has it', async () => {
  const { slug, run } = await openProtected()
  await run('environments create live --protected --emergency')
  const file = join(makeHome(), 'project.json')
  await run(`export --output ${file}`)
  const { environments } = JSON.parse(readFileSync(file, 'utf8'))
  expect(environments.live).toMatchObject({ protected: true, emergency: true })
  expect(environments.staging).not.toHaveProperty('emergency')
  expect(await cli.run(`import ${file} --project ${slug}-copy`)).toMatchObject({ code: 0 })
  expect(await cli.run(`import ${file} --project ${slug}-copy --dry-run`)).toMatchObject({ code: 0 })
  await cli.run(`environments update live --no-emergency --project ${slug}-copy`)
  const { stdout } = await cli.run(`import ${file} --project ${slug}-copy --dry-run`)
  expect(stdout).toContain('emergency false → true')
})
