/** What each shell needs to ask `bunting __complete` for the words that may follow. `:files` means names of files. */
export const completionScripts = {
  bash: `_bunting() {
  local IFS=$'\\n' current="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=($(bunting __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  if [[ "\${COMPREPLY[0]}" == ':files' ]]; then
    compopt -o filenames
    COMPREPLY=($(compgen -f -- "$current"))
  else
    COMPREPLY=("\${COMPREPLY[@]%%$'\\t'*}")
  fi
}
complete -F _bunting bunting
`,
  zsh: `#compdef bunting
_bunting() {
  local -a lines candidates
  lines=("\${(@f)$(bunting __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ "$lines[1]" == ':files' ]]; then
    _files
  elif [[ -n "$lines[1]" ]]; then
    candidates=("\${(@)lines//:/\\\\:}")
    candidates=("\${(@)candidates/$'\\t'/:}")
    _describe 'bunting' candidates
  fi
}
if [[ "$funcstack[1]" == '_bunting' ]]; then _bunting; else compdef _bunting bunting; fi
`,
  fish: `function __bunting_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l lines (bunting __complete $words[2..-1] "$current" 2>/dev/null)
  if test "$lines[1]" = ':files'
    __fish_complete_path "$current"
  else
    printf '%s\\n' $lines
  end
end
complete -c bunting -f -a '(__bunting_complete)'
`,
} as const

export type Shell = keyof typeof completionScripts
export const shells = Object.keys(completionScripts) as Shell[]
