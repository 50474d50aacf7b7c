import {
  COMMANDS,
  OPTION_ROWS,
  type OptionName,
  type OptionRow,
  type Shell,
  SHELLS,
} from './options.js';

const commands = Object.entries(COMMANDS);

function flagsOf(name: OptionName, { short }: OptionRow): string[] {
  return short === undefined ? [`--${name}`] : [`-${short}`, `--${name}`];
}

function bash(): string {
  const cases = OPTION_ROWS.filter(([, { value }]) => value !== undefined).map(([name, row]) => {
    const words = (row.choices ?? []).join(' ');
    const from = row.isPath === true ? '-f' : `-W "${words}"`;
    return `    ${flagsOf(name, row).join('|')}) COMPREPLY=($(compgen ${from} -- "$cur")); return ;;`;
  });
  const flags = OPTION_ROWS.flatMap(([name, row]) => flagsOf(name, row)).join(' ');
  return `_dipper() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  case $prev in
${cases.join('\n')}
    completions) COMPREPLY=($(compgen -W "${SHELLS.join(' ')}" -- "$cur")); return ;;
  esac
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "${flags}" -- "$cur"))
  elif [[ $COMP_CWORD == 1 ]]; then
    COMPREPLY=($(compgen -W "${commands.map(([name]) => name).join(' ')}" -- "$cur"))
  fi
}
complete -F _dipper dipper
`;
}

function zsh(): string {
  const quoted = (text: string) => text.replaceAll("'", "'\\''").replace(/[[\]:]/g, '\\$&');
  const specs = OPTION_ROWS.map(([name, row]) => {
    const { value, choices, isPath, help, short } = row;
    const action =
      isPath === true ? '_files' : choices === undefined ? ' ' : `(${choices.join(' ')})`;
    const rest = `[${quoted(help)}]${value === undefined ? '' : `:${value}:${action}`}`;
    return short === undefined
      ? `  '--${name}${rest}'`
      : `  '(-${short} --${name})'{-${short},--${name}}'${rest}'`;
  });
  const names = commands.map(([name, help]) => `${name}\\:"${quoted(help)}"`).join(' ');
  return `#compdef dipper
_arguments -s \\
${specs.join(' \\\n')} \\
  '1:link or command:((${names}))' \\
  '2:shell:(${SHELLS.join(' ')})'
`;
}

function fish(): string {
  const quoted = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;
  const options = OPTION_ROWS.map(([name, { short, value, choices, isPath, help }]) =>
    [
      'complete -c dipper',
      ...(short === undefined ? [] : [`-s ${short}`]),
      `-l ${name}`,
      ...(value === undefined ? [] : [isPath === true ? '-r -F' : '-x']),
      ...(choices === undefined ? [] : [`-a ${quoted(choices.join(' '))}`]),
      `-d ${quoted(help)}`,
    ].join(' '),
  );
  const first = commands.map(
    ([name, help]) => `complete -c dipper -n __fish_use_subcommand -a ${name} -d ${quoted(help)}`,
  );
  const shells = `complete -c dipper -n '__fish_seen_subcommand_from completions' -a ${quoted(SHELLS.join(' '))}`;
  return `${['complete -c dipper -f', ...options, ...first, shells].join('\n')}\n`;
}

const WRITERS: Readonly<Record<Shell, () => string>> = { bash, zsh, fish };

/** The completion script for a shell. */
export function completionsFor(shell: Shell): string {
  return WRITERS[shell]();
}
