import { completionScripts, type Shell, shells } from '../completion/scripts.ts'
import { command } from '../core/command.ts'
import { required } from '../core/parameters.ts'

export const completion = command({
  name: 'completion',
  summary: 'Print what makes a shell complete commands, options and names',
  description: `bash: source <(bunting completion bash)      in ~/.bashrc
zsh:  source <(bunting completion zsh)       in ~/.zshrc, after compinit
fish: bunting completion fish | source       in ~/.config/fish/config.fish`,
  target: 'nothing',
  arguments: { shell: required('which one', { choices: shells }) },
  examples: ['completion bash', 'completion zsh', 'completion fish'],
  run: async ({ out }, { shell }) => out.raw(completionScripts[shell as Shell]),
})
