/**
 * The script with which each shell asks `bunting __complete` for the words that may follow. `:files` means names of files.
 * Words may come from an untrusted server: bash inserts them as they are, so the script quotes them; zsh and fish quote by
 * themselves. No shell ever interprets them.
 */
export const completionScripts = {
  bash: `_bunting() {
  local line quoted current="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ "$line" == ':files' ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current")
      return
    fi
    printf -v quoted '%q' "\${line%%$'\\t'*}"
    COMPREPLY+=("$quoted")
  done < <(bunting __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
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
    candidates=("\${(@)lines//\\\\/\\\\\\\\}")
    candidates=("\${(@)candidates//:/\\\\:}")
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
