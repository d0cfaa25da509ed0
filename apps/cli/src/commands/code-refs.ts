import { command } from '../core/command.ts'
import { type Option, switched, text } from '../core/parameters.ts'

const maxLines = 3

const lines: Option<number | undefined> = {
  kind: 'text',
  placeholder: 'n',
  description: `code with each reference: 0 none (default), 1 its line, 2 or ${maxLines} with one or two lines around it`,
  parse: (value) => {
    if (!/^\d$/.test(value) || Number(value) > maxLines) throw new Error(`It must be 0 to ${maxLines}.`)
    return Number(value)
  },
}

export const codeRefs = command({
  name: 'code-refs',
  summary: 'Find where the code of a repository names flags, and upload or check it',
  description:
    'It searches the files that git tracks for the keys of all flags of the project, archived ones too; .buntingignore and bunting.json say what to leave out and which other names flags have. docs/code-references.md says how to run it in CI.\nWith --check it exits with 1 where code names an archived flag, or asks an SDK for one that does not exist.',
  target: 'project',
  options: {
    upload: switched('replace what the server knows of this branch; needs a key that may edit'),
    check: switched('only look for archived and unknown flags'),
    base: text('ref', 'with --check: also list the flags that changed since the branch left this one'),
    markdown: text('file', 'with --check: also write a comment for a pull request', { complete: 'file' }),
    repo: text('name', 'the name of the repository (default: by the remote origin)'),
    branch: text('name', 'the branch (default: the one that is checked out)'),
    defaultBranch: text('name', "the repository's default branch (default: by the clone, or by the CI)"),
    commit: text('commit', 'the commit that is checked out (default: HEAD)'),
    url: text('pattern', 'the address of a line, with {commit}, {path} and {line} (default: by the remote origin)'),
    lines,
    dir: text('folder', 'a folder of the repository (default: this one)', { complete: 'file' }),
  },
  examples: [
    'code-refs',
    'code-refs --upload --lines 1',
    'code-refs --check --base origin/main --markdown comment.md',
    'code-refs --dir ../shop --project shop --json',
  ],
  run: async (context, input) => {
    // Imported lazily: no other command needs this code.
    const { referToCode } = await import('../code-references/refer-to-code.ts')
    return referToCode(context, input)
  },
})
