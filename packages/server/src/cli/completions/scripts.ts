import { fishFunctions } from './fish.ts'
import { tableFunctions } from './posix.ts'
import type { CompletionTable } from './table.ts'

export type Shell = 'bash' | 'zsh' | 'fish'

/** What a shell reads to complete the command. */
export function completionScript(shell: Shell, table: CompletionTable): string {
  const head = `# Completions of rivulet for ${shell}, made by: rivulet completions ${shell}`
  switch (shell) {
    case 'bash':
      return [head, tableFunctions(table), bash].join('\n')
    case 'zsh':
      return ['#compdef rivulet', head, tableFunctions(table), zsh].join('\n')
    case 'fish':
      return [head, fishFunctions(table), fish].join('\n')
  }
}

/** Bash cuts words at `=`, so the words are read from the line itself. It also runs with the bash 3.2 of macOS. */
const bash = `_rivulet() {
  local line=\${COMP_LINE:0:COMP_POINT} cur path= word takes= offered= IFS=$' \\t\\n'
  cur=\${line##*[[:space:]]}
  local -a words
  read -ra words <<<"\${line%"$cur"}"
  for word in "\${words[@]:1}"; do
    if [ -n "$takes" ]; then takes=
    elif [ "\${word#-}" != "$word" ]; then if _rivulet_takes "$word"; then takes=$word; fi
    elif _rivulet_knows "\${path:+$path }$word"; then path="\${path:+$path }$word"
    fi
  done
  if [ -n "$takes" ]; then offered=$(_rivulet_values "$takes")
  elif [ "\${cur#-}" != "$cur" ]; then offered=$(_rivulet_flags "$path")
  elif [ "\${path#call }" != "$path" ] && [ "\${cur#*=}" != "$cur" ]; then
    offered=$(_rivulet_argument_values "\${path#call } \${cur%%=*}")
    case $COMP_WORDBREAKS in *=*) cur=\${cur#*=} ;; *) offered=$(printf '%s\\n' "$offered" | sed "s/^/\${cur%%=*}=/") ;; esac
  else offered=$(_rivulet_words "$path")
  fi
  COMPREPLY=()
  while IFS=$'\\t' read -r word _; do
    if [ -n "$word" ] && [ "\${word#"$cur"}" != "$word" -o -z "$cur" ]; then COMPREPLY+=("$word"); fi
  done <<<"$offered"
  case \${COMPREPLY[0]-} in *=) if type compopt >/dev/null 2>&1; then compopt -o nospace; fi ;; esac
}
complete -o default -F _rivulet rivulet
`

const zsh = `_rivulet() {
  local cur=\${words[CURRENT]} at= word takes= offered= i
  for ((i = 2; i < CURRENT; i++)); do
    word=\${words[i]}
    if [[ -n $takes ]]; then takes=
    elif [[ $word == -* ]]; then if _rivulet_takes "$word"; then takes=$word; fi
    elif _rivulet_knows "\${at:+$at }$word"; then at="\${at:+$at }$word"
    fi
  done
  if [[ -n $takes ]]; then offered=$(_rivulet_values "$takes")
  elif [[ $cur == -* ]]; then offered=$(_rivulet_flags "$at")
  elif [[ $at == 'call '* && $cur == *=* ]]; then
    offered=$(_rivulet_argument_values "\${at#call } \${cur%%=*}")
    compset -P '*='
  else offered=$(_rivulet_words "$at")
  fi
  local -a ready open
  for word in \${(f)offered}; do
    local name=\${word%%$'\\t'*} about=\${word#*$'\\t'}
    if [[ $name == *= ]]; then open+=("\${name//:/\\\\:}:$about"); else ready+=("\${name//:/\\\\:}:$about"); fi
  done
  if (( \${#ready} + \${#open} == 0 )); then _files; return; fi
  (( \${#ready} )) && _describe -t words rivulet ready
  (( \${#open} )) && _describe -t arguments argument open -S ''
  return 0
}
if [[ \${funcstack[1]-} == _rivulet ]]; then _rivulet "$@"; elif (( \${+functions[compdef]} )); then compdef _rivulet rivulet; fi
`

const fish = `function __rivulet_complete
  set -l cur (commandline -ct)
  set -l at ''
  set -l takes ''
  for word in (commandline -opc)[2..-1]
    if test -n "$takes"
      set takes ''
    else if string match -q -- '-*' $word
      if __rivulet_takes $word
        set takes $word
      end
    else if __rivulet_knows (string trim -- "$at $word")
      set at (string trim -- "$at $word")
    end
  end
  if test -n "$takes"
    set -l values (__rivulet_values $takes)
    if test (count $values) -gt 0
      printf '%s\\n' $values
    else
      __fish_complete_path $cur
    end
  else if string match -q -- '-*' $cur
    __rivulet_flags $at
  else if string match -q -- 'call *' $at; and string match -q -- '*=*' $cur
    set -l name (string split -m 1 = -- $cur)[1]
    for value in (__rivulet_argument_values (string replace -r '^call ' '' -- $at)" $name")
      printf '%s=%s\\n' $name $value
    end
  else
    set -l words (__rivulet_words $at)
    if test (count $words) -gt 0
      printf '%s\\n' $words
    else
      __fish_complete_path $cur
    end
  end
end
complete -c rivulet -f -a '(__rivulet_complete)'
`
