import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../root.mjs'
import { expectOutput, tryPackage } from './trial.mjs'

const program = `
from importlib.metadata import metadata
from importlib.resources import files

from bunting_sdk import Context
from bunting_sdk.testing import FixedFlags

about = metadata("bunting-sdk")
print(about["Version"], about["License-Expression"], about.get_all("License-File"))
print((files("bunting_sdk") / "py.typed").is_file())
print(FixedFlags({"new-cart": True}).boolean("new-cart", Context("ada"), False))
`

await tryPackage('python', async ({ packed, files, project, succeed }) => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const own = process.platform === 'win32' ? '.venv/Scripts/python' : '.venv/bin/python'
  const wheel = files.find((name) => name.endsWith('.whl'))
  const sources = files.find((name) => name.endsWith('.tar.gz'))
  // Building the sources must result in the same wheel.
  const from = ['--no-index', '--no-deps', '--no-build-isolation', '--wheel-dir', project, join(packed, sources)]
  await succeed(join(root, 'sdks', 'python', own), ['-m', 'pip', '--quiet', 'wheel', ...from])
  if (!readFileSync(join(project, wheel)).equals(readFileSync(join(packed, wheel))))
    throw new Error('The wheel that the sources make is another.')
  await succeed('python3', ['-m', 'venv', '.venv'])
  await succeed(join(project, own), ['-m', 'pip', '--quiet', 'install', '--no-index', join(packed, wheel)])
  writeFileSync(join(project, 'main.py'), program)
  const said = await succeed(join(project, own), ['main.py'])
  expectOutput(said, `${version} Apache-2.0 AND Unicode-3.0 ['LICENSE', 'LICENSE-UNICODE']`, 'True', 'True')
})
