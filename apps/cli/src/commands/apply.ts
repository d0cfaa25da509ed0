import { commentOption } from '../config/write-version.ts'
import { command } from '../core/command.ts'
import { several, switched, text } from '../core/parameters.ts'

export const apply = command({
  name: 'apply',
  summary: 'Make flags and segments like the files of a git repository, which manages them from then on',
  description:
    'The files are what bunting export writes, or parts of it, as JSON or YAML; those of a folder are one project. Only what differs is changed; applying again changes nothing. Flags that no file names stay as they are.\nIt exits with 1 where a --dry-run finds something to do, and where nothing was changed because something stands against it: docs/flags-as-code.md.',
  target: 'server',
  arguments: { paths: several('files, and folders of JSON and YAML files', { complete: 'file' }) },
  options: {
    project: text('slug', 'into this project instead of the one the files name', { complete: 'project' }),
    plan: text('file', 'write the plan as Markdown, into a file that ends in .md', { complete: 'file' }),
    dryRun: switched('only show what would change'),
    propose: switched('propose what differs in protected environments'),
    pruneOwned: switched('archive what this repository manages and no file names'),
    takeOver: switched('manage what another repository manages'),
    repo: text('name', "the repository's name, where the files are in no checkout (default: of git's origin)"),
    ...commentOption,
  },
  examples: [
    'apply flags/ --dry-run',
    'apply flags/ --dry-run --plan plan.md',
    'apply flags/ --propose --prune-owned',
    'apply shop.yaml --repo acme/shop --project shop',
  ],
  run: async (context, input) => {
    // Imported lazily: only this command reads YAML.
    const { applyFiles } = await import('../apply/apply-files.ts')
    return applyFiles(context, input)
  },
})
